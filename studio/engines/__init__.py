"""What turns a sentence into sound. An engine is anything with the shape of `Engine`."""
