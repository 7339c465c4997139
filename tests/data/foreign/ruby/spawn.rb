# expect: SV exec
Process.wait spawn("/bin/echo", "6")
