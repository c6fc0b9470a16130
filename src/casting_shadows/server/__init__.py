"""Rooms on a server: sockets, storage and the pages it serves."""
