# expect: AC
import collections, ctypes, decimal, json, math, multiprocessing, re, sqlite3, threading
input()
numbers = input()
here, there = multiprocessing.Pipe()
child = multiprocessing.Process(target=lambda: there.send(sum(map(int, re.split(r"\s+", numbers.strip())))))
child.start()
print(here.recv())
child.join()
