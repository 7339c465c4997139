let rec grow parts = grow (Bytes.make 1048576 'x' :: parts)

let () = grow []
