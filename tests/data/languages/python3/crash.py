raise ValueError("so it ends")
