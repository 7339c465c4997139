# expect: RTE exit-code Permission denied
chmod +x foreign && ./foreign
