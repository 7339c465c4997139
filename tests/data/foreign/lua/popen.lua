-- expect: SV exec
print(io.popen("echo 6"):read("a"))
