# expect: SV exec
import os
os.system("echo 6")
