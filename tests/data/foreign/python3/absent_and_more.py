# expect: SV exec
import platform
import subprocess
platform.processor()
subprocess.run(["/usr/bin/python3", "-c", "print(6)"])
