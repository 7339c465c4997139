main :- throw(so_it_ends).
