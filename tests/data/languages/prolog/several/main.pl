:- use_module(total).

main :-
    total(Sum),
    format("~d~n", [Sum]).
