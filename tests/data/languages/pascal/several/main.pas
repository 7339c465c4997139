program Main;
uses
  Total;
begin
  writeln(ReadTotal);
end.
