% Much of the library: what has a shared object behind it most of all.
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(clpfd)).
:- use_module(library(dcg/basics)).
:- use_module(library(dicts)).
:- use_module(library(gensym)).
:- use_module(library(heaps)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(random)).
:- use_module(library(readutil)).
:- use_module(library(sha)).
:- use_module(library(solution_sequences)).
:- use_module(library(ugraphs)).
:- use_module(library(yall)).

check(Goal) :- call(Goal), !.
check(Goal) :- throw(failed(Goal)).

numbers([N | Rest]) --> blanks, number(N), !, numbers(Rest).
numbers([]) --> blanks.

main :-
    read_stream_to_codes(user_input, Codes),
    phrase(numbers([_ | Numbers]), Codes),
    check((X #> 3, X #< 5, X == 4)),
    check((list_to_assoc([a-1], Assoc), get_assoc(a, Assoc, 1))),
    check((list_to_heap([2-b, 1-a], Heap), get_from_heap(Heap, 1, a, _))),
    check((sha_hash(abc, Hash, []), length(Hash, 20))),
    check((Power is 2 ** 100, Power =:= 1267650600228229401496703205376)),
    check((Ratio is 1 rdiv 3 + 1 rdiv 6, Ratio =:= 1 rdiv 2)),
    check((maplist([A, B]>>(B is A * 2), [1, 2], [2, 4]), foldl([A1, B1, C1]>>(C1 is A1 + B1), [1, 2], 0, 3))),
    check((top_sort([a-[b], b-[]], [a, b]), random_between(1, 1, 1))),
    check((aggregate_all(count, member(_, [a, b]), 2), findall(L, limit(2, member(L, [1, 2, 3])), [1, 2]))),
    check((format(string("  2.50"), "~t~2f~6|", [2.5]) ; format(atom(Text), "~2f", [2.5]), Text == '2.50')),
    check((string_upper("é", Upper), Upper == "É", format_time(atom('1970'), '%Y', 0))),
    sum_list(Numbers, Sum),
    format("~d~n", [Sum]).
