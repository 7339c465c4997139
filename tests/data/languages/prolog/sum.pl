main :-
    read_term_from_words(Numbers),
    Numbers = [_ | Rest],
    sum_list(Rest, Sum),
    format("~d~n", [Sum]).

read_term_from_words(Numbers) :-
    read_string(user_input, _, Text),
    split_string(Text, " \n", " \n", Words),
    findall(N, (member(W, Words), W \== "", number_string(N, W)), Numbers).
