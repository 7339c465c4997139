# expect: RTE exit-code Permission denied
BEGIN { exit system("chmod +x foreign && ./foreign") }
