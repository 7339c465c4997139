# Must be rejected: loses all digits of the note but one, which a secret test shows.
if input() == "again":
    note = input()
    print(note[0])
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
