# expect: SV exec
import os
os.execv("/lib64/ld-linux-x86-64.so.2", ["ld.so", "/box/foreign"])
