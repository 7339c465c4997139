main :-
    read_string(user_input, _, Text),
    split_string(Text, " \n", " \n", Words),
    findall(N, (member(W, Words), W \== "", number_string(N, W)), [_ | Numbers]),
    halves(Numbers, Even, Odd),
    message_queue_create(Queue),
    thread_create((sum_list(Even, A), thread_send_message(Queue, A)), First, []),
    thread_create((sum_list(Odd, B), thread_send_message(Queue, B)), Second, []),
    thread_join(First), thread_join(Second),
    thread_get_message(Queue, X), thread_get_message(Queue, Y),
    Sum is X + Y,
    format("~d~n", [Sum]).

halves([], [], []).
halves([X], [X], []).
halves([X, Y | Rest], [X | A], [Y | B]) :- halves(Rest, A, B).
