unit Total;

interface

function ReadTotal: int64;

implementation

function ReadTotal: int64;
var
  n, i, x: longint;
begin
  ReadTotal := 0;
  read(n);
  for i := 1 to n do
  begin
    read(x);
    ReadTotal := ReadTotal + x;
  end;
end;

end.
