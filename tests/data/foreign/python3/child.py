# expect: SV exec
import subprocess
print(subprocess.run(["/bin/echo", "6"], stdout=subprocess.PIPE).stdout.decode())
