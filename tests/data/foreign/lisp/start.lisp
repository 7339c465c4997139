; expect: SV exec
(sb-ext:run-program "/bin/echo" '("6") :output *standard-output*)
