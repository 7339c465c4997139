main :- write(hello.
