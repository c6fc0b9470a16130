"""The rules of Casting Shadows a second time: slow, obvious, and written without a look at the engine.

Only tests use it. It plays beside the engine to find disagreements, and its perft counts are the ones the engine must reach.
"""
