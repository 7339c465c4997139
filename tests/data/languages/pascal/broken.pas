program Broken;
begin
  x := 1;
end.
