let () =
  Scanf.scanf " %d" (fun n ->
    let numbers = Array.init n (fun _ -> Scanf.scanf " %d" (fun x -> x)) in
    let sums = [| 0; 0 |] in
    let add which =
      Array.iteri (fun i x -> if i mod 2 = which then sums.(which) <- sums.(which) + x) numbers in
    let threads = List.map (fun which -> Thread.create add which) [ 0; 1 ] in
    List.iter Thread.join threads;
    Printf.printf "%d\n" (sums.(0) + sums.(1)))
