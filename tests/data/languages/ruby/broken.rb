puts (1
