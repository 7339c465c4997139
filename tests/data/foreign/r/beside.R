# expect: RTE exit-code
Sys.chmod("foreign", "755")
quit(status = system("./foreign"))
