# Must be rejected: the first ten letters get one digit only, which a secret test shows.
task, text = input(), input()
if task == "encode":
    print("".join(str(ord(letter) - 97) for letter in text))
else:
    print("".join(chr(97 + int(text[i : i + 2])) for i in range(0, len(text), 2)))
