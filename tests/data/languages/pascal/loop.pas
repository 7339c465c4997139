program Loop;
var
  i: longint;
begin
  i := 0;
  repeat
    i := (i + 1) and 65535;
  until false;
end.
