main :- grow([]).

grow(List) :-
    length(Part, 10000),
    grow([Part | List]).
