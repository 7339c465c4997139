# expect: SV exec
import os
os.execv("/bin/sh", ["sh", "-c", "echo 6"])
