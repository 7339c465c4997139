# Must be accepted: the note is the number.
if input() == "again":
    note = input()
    print(note)
else:
    low, high = 1, 1000
    while True:
        guess = (low + high) // 2
        print(guess, flush=True)
        answer = input()
        if answer == "correct":
            print(guess)
            break
        if answer == "higher":
            low = guess + 1
        else:
            high = guess - 1
