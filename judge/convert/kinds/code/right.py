# Must be accepted: two digits for each letter.
task, text = input(), input()
if task == "encode":
    print("".join(f"{ord(letter) - 97:02}" for letter in text))
else:
    print("".join(chr(97 + int(text[i : i + 2])) for i in range(0, len(text), 2)))
