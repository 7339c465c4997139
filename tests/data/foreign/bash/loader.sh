# expect: RTE exit-code failed to map segment from shared object
/lib64/ld-linux-x86-64.so.2 ./foreign
