# expect: SV exec
exec "/bin/echo", "6";
