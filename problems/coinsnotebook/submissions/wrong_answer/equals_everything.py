# A cheat: an object that compares equal to everything. Expected: no points, since only an int is a value.


class Right(int):
    def __eq__(self, other):
        return True

    def __format__(self, form):
        return "returned 1"

    __str__ = __repr__ = __int__ = __index__ = lambda self: 1
    __hash__ = int.__hash__


def game_mem(i, j, v, cache=None):
    return Right()


def game_bup(v):
    return type("returned 1\n", (), {"__eq__": Right.__eq__})()
