% expect: SV exec
main :- shell('echo 6').
:- initialization(main).
