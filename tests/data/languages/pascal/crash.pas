program Crash;
var
  zero: longint;
begin
  read(zero);
  zero := 0;
  writeln(1 div zero);
end.
