:- module(total, [total/1]).

total(Sum) :-
    read_string(user_input, _, Text),
    split_string(Text, " \n", " \n", Words),
    findall(N, (member(W, Words), W \== "", number_string(N, W)), [_ | Numbers]),
    sum_list(Numbers, Sum).
