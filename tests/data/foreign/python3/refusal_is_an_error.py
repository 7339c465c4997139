# expect: AC
# A program that goes on without executable memory is judged like any other.
import mmap
try:
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC)
except PermissionError:
    n = int(input())
    print(sum(map(int, input().split())))
