program Sum;
var
  n, i, x: longint;
  total: int64;
begin
  total := 0;
  read(n);
  for i := 1 to n do
  begin
    read(x);
    total := total + x;
  end;
  writeln(total);
end.
