val read : unit -> int
