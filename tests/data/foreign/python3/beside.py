# expect: SV exec
import os
os.chmod("/box/foreign", 0o755)
if os.fork() == 0:
    os.execv("/box/foreign", ["foreign"])
os.wait()
print(6)
