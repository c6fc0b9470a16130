"""The page in a real browser, against the real server. Each test is a sentence about what people see."""
