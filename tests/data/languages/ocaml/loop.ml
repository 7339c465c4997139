let () =
  let i = ref 0 in
  while true do
    i := (!i + 1) land 65535
  done
