let read () =
  Scanf.scanf " %d" (fun n ->
    let sum = ref 0 in
    for _ = 1 to n do
      Scanf.scanf " %d" (fun x -> sum := !sum + x)
    done;
    !sum)
