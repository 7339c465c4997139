# SPDX-License-Identifier: MIT
"""A second implementation of gen.h's draws, from its documentation, with Python's own containers.

stream.py prints the known answers of test_gen.c, stream.py vectors those of vectors.txt."""
import math
import sys

MASK = 2**64 - 1
LEAST, GREATEST = -(2**63), 2**63 - 1


def stream(text):
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 & MASK
    words = []
    for _ in range(4):
        state = state + 0x9E3779B97F4A7C15 & MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        words.append(z ^ z >> 31)
    a, b, c, d = words

    def rotate(x, by):
        return (x << by | x >> 64 - by) & MASK

    while True:
        yield rotate(b * 5 & MASK, 7) * 9 & MASK
        a, b, c, d = a ^ b ^ d, a ^ b ^ c, a ^ c ^ (b << 17 & MASK), rotate(b ^ d, 45)


class Source:
    def __init__(self, text):
        self.raw = stream(text)

    def draw(self, last):
        """0 to last: those of the 2^64 products whose low half is not over-represented."""
        count = last + 1
        while True:
            x = next(self.raw)
            if x * count % 2**64 >= 2**64 % count:
                return x * count >> 64

    def int(self, lo, hi):
        return lo + self.draw(hi - lo)

    def ints(self, count, lo, hi):
        return [self.int(lo, hi) for _ in range(count)]

    def chance(self, of, every):
        return self.draw(every - 1) >= every - of

    def skewed(self, lo, hi, times):
        return (max if times > 0 else min)(self.ints(abs(times) + 1, lo, hi))

    def weighted(self, weights):
        places = [i for i, weight in enumerate(weights) for _ in range(weight)]
        return places[self.draw(len(places) - 1)]

    def shuffle(self, things):
        for i in range(len(things) - 1, 0, -1):
            j = i - self.draw(i)
            things[i], things[j] = things[j], things[i]
        return things

    def distinct(self, count, lo, hi):
        row, found = {}, []
        for i in range(count):
            j = i + self.draw(hi - lo - i)
            found.append(lo + row.get(j, j))
            row[j] = row.get(i, i)
        return found

    def partition(self, count, total, least):
        stars = total - least * count
        bars = [-1, *sorted(self.distinct(count - 1, 0, stars + count - 2)), stars + count - 1]
        return [b - a - 1 + least for a, b in zip(bars, bars[1:])]

    def string(self, length, letters):
        letters = sorted(letters)
        if len(letters) == 1:
            return letters[0] * length
        return "".join(letters[self.draw(len(letters) - 1)] for _ in range(length))

    def sequence(self, count, lo, hi, shape):
        places, middle, low = range(count), lo + (hi - lo) // 2, lo + (hi - lo) // 1000
        if shape in ("random", "increasing", "decreasing", "mountain", "valley"):
            row = self.ints(count, lo, hi)
            ranked = sorted(row, reverse=shape in ("decreasing", "valley"))
            if shape in ("mountain", "valley"):
                return ranked[::2] + ranked[1::2][::-1]
            return row if shape == "random" else ranked
        if shape in ("distinct", "strictly-increasing"):
            row = self.distinct(count, lo, hi)
            return row if shape == "distinct" else sorted(row)
        if shape == "ties":
            few = self.distinct(min(3, hi - lo + 1), lo, hi)
            return [few[self.draw(len(few) - 1)] for _ in places]
        if shape == "plateaus":
            row = []
            while len(row) < count:
                value = self.int(lo, hi)
                row += [value] * (self.draw(7) + 1)
            return row[:count]
        if shape in ("equal", "least", "greatest"):
            return [self.int(lo, hi) if shape == "equal" else lo if shape == "least" else hi] * count
        if shape == "peaks":
            return [self.int(middle + 1, hi) if i % 2 else self.int(lo, middle) for i in places]
        if shape.startswith("alternate"):
            return [(lo, hi)[(i + (shape == "alternate-high")) % 2] for i in places]
        if shape == "palindrome":
            half = self.ints(count - count // 2, lo, hi)
            return half + half[: count // 2][::-1]
        row = self.ints(count, lo, low)
        giants = {"giant-first": [0], "giant-second": [1], "giant-middle": [count // 2], "giant-last": [count - 1]}
        for place in giants[shape] if shape in giants else self.distinct(count // 16 + 1, 0, count - 1):
            row[place] = hi
        return row

    def within(self, n, near, far):
        return [-1] + [i - self.int(min(near, i), min(far, i)) for i in range(1, n)]

    def parents(self, n, shape):
        if shape in ("random", "deep"):
            return self.within(n, 1, 3 if shape == "deep" else n)
        if shape == "binary":
            free, parents = [0, 0], [-1]
            for i in range(1, n):
                place = self.draw(len(free) - 1)
                parents.append(free[place])
                free[place] = i
                free.append(i)
            return parents
        if shape == "caterpillar":
            spine = (n + 1) // 2
            return [-1] + [i - 1 if i < spine else self.int(0, spine - 1) for i in range(1, n)]
        plain = {"path": lambda i: i - 1, "star": lambda i: 0, "complete": lambda i: (i - 1) // 2,
                 "broom": lambda i: min(i - 1, n // 2)}
        return [-1] + [plain[shape](i) for i in range(1, n)]

    def relabel(self, edges, n, directed):
        names = self.shuffle(list(range(1, n + 1)))
        named = []
        for a, b in edges:
            a, b = names[a], names[b]
            named.append((b, a) if not directed and self.chance(1, 2) else (a, b))
        return self.shuffle(named)

    def tree(self, n, shape):
        return self.relabel(list(zip(self.parents(n, shape), range(n)))[1:], n, False)

    def places(self, count, tree, every):
        """The places of a tree, and then others."""
        tree = sorted(tree)
        for place in self.distinct(count - len(tree), 0, every - len(tree) - 1):
            for taken in tree:
                place += taken <= place
            yield place

    def graph(self, count, n, connected, directed):
        tree = [j * (j - 1) // 2 + j - 1 - self.draw(j - 1) for j in range(1, n)] if connected else []
        places = sorted(tree) + list(self.places(count, tree, n * (n - 1) // 2))
        edges = []
        for place in places:
            j = (math.isqrt(8 * place + 1) + 1) // 2
            edges.append((place - j * (j - 1) // 2, j))
        return self.relabel(edges, n, directed)

    def path(self, count, n, first, last):
        others = [i for i in range(1, n + 1) if i not in (first, last)]
        return [first, *(others[i] for i in self.distinct(count - 2, 0, n - 3)), last]

    def graph_with_path(self, count, n, path, connected):
        order, tree = list(path), []
        if connected:
            order += self.shuffle([i for i in range(1, n + 1) if i not in path])
        for i in range(1, len(order)):
            ends = order[i], order[i - 1 - (0 if i < len(path) else self.draw(i - 1))]
            low, high = min(ends) - 1, max(ends) - 1
            tree.append(high * (high - 1) // 2 + low)
        edges = []
        for place in sorted(tree) + list(self.places(count, tree, n * (n - 1) // 2)):
            j = (math.isqrt(8 * place + 1) + 1) // 2
            edges.append((place - j * (j - 1) // 2 + 1, j + 1))
        return self.shuffle([(b, a) if self.chance(1, 2) else (a, b) for a, b in edges])

    def words(self, count, length, letters):
        letters = sorted(letters)
        kinds, head = 1, 0
        while head < length and kinds <= GREATEST // len(letters):
            kinds, head = kinds * len(letters), head + 1
        for number in self.distinct(count, 0, kinds - 1):
            word = ""
            for _ in range(head):
                word, number = word + letters[number % len(letters)], number // len(letters)
            yield word + self.string(length - head, letters)

    def bipartite(self, count, left, right, connected):
        tree, lefts, rights = [0] if connected else [], 1, 1
        while connected and lefts + rights < left + right:
            if rights == right or (lefts < left and lefts * right <= rights * left):
                tree.append(self.draw(rights - 1) * left + lefts)
                lefts += 1
            else:
                tree.append(rights * left + self.draw(lefts - 1))
                rights += 1
        places = sorted(tree) + list(self.places(count, tree, left * right))
        first = self.shuffle(list(range(1, left + 1)))
        second = self.shuffle(list(range(left + 1, left + right + 1)))
        return self.shuffle([(first[place % left], second[place // left]) for place in places])


COUNT, EDGES = 12, 9
SHAPES = """random distinct ties plateaus equal least greatest increasing decreasing strictly-increasing mountain valley
peaks alternate alternate-high palindrome giants giant-first giant-second giant-middle giant-last""".split()


def show(title, values):
    print(title, *(f"{a[0]}-{a[1]}" if isinstance(a, tuple) else int(a) for a in values))


def show_vectors():
    s = Source("choices")
    show("weighted", [s.weighted([0, 5, 1, 0, 3]) for _ in range(COUNT)])
    show("chance", [s.chance(1, 3) for _ in range(COUNT)])
    show("skewed", [s.skewed(0, 99, 3 if i % 2 else -3) for i in range(COUNT)])
    show("distinct-near", s.distinct(COUNT, 1, COUNT + 2))
    show("distinct-far", s.distinct(COUNT, LEAST, GREATEST))
    show("sorted", sorted(s.ints(COUNT, -9, 9)))
    show("permutation", s.shuffle(list(range(1, COUNT + 1))))
    show("partition", s.partition(COUNT, 100, 2))

    s = Source("strings")
    print(s.string(20, "abcdXY_"))
    for _ in range(4):
        print(s.string(1, "ABC") + s.string(2 + s.draw(4), "abcdefghijklmnopqrstuvwxyz")
              + "." * s.draw(1) + "-" + s.string(3, "0123456789") + "!" * s.draw(2))

    s = Source("shapes")
    for shape in SHAPES:
        show(shape, s.sequence(COUNT, -3, 4000, shape))

    s = Source("trees")
    for shape in "path star caterpillar binary complete broom deep random".split():
        show(shape, s.parents(COUNT, shape))
        show(shape, s.tree(COUNT, shape))
    show("within", s.within(COUNT, 2, 4))

    s = Source("graphs")
    show("any", s.graph(EDGES, 6, False, False))
    show("wide", s.graph(EDGES, 100000, False, False))
    show("connected", s.graph(EDGES, 7, True, False))
    show("dag", s.graph(EDGES, 6, False, True))
    show("connected-dag", s.graph(EDGES, 8, True, True))
    show("bipartite", s.bipartite(EDGES, 3, 4, False))
    show("connected-bipartite", s.bipartite(EDGES, 2, 7, True))

    s = Source("paths")
    path = s.path(5, 8, 6, 2)
    show("between", path)
    show("any-with-path", s.graph_with_path(EDGES, 8, path, False))
    show("tree-with-path", s.graph_with_path(7, 8, path, True))
    edges = s.graph_with_path(EDGES, 8, path, True)
    show("connected-with-path", edges)
    weights = s.ints(EDGES, 0, 99)
    print("\n".join(f"{a} {b} {weight}" for (a, b), weight in zip(edges, weights)))
    print("\n".join(s.words(COUNT, 2, "abcd")))
    print("\n".join(s.words(2, 16, "abcdefghijklmnopqrstuvwxyz0123456789_")))


if sys.argv[1:] == ["vectors"]:
    show_vectors()
else:
    show("raw", Source("coins 1").ints(4, 0, MASK))
    show("dice", Source("coins 1").ints(24, 1, 6))
    show("wide", Source("wide").ints(8, 0, 3 * 2**62 - 1))
