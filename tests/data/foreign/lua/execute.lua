-- expect: SV exec
os.execute("echo 6")
