# expect: RTE exit-code Permission denied
Sys.chmod("foreign", "755")
quit(status = system("./foreign"))
