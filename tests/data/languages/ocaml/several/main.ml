let () = Printf.printf "%d\n" (Total.read ())
