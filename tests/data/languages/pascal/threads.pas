program Threads;
{$mode objfpc}
uses
  cthreads, classes;
type
  TAdder = class(TThread)
    which: longint;
    total: int64;
    procedure Execute; override;
  end;
var
  numbers: array[0..99999] of longint;
  n, i: longint;
  adders: array[0..1] of TAdder;

procedure TAdder.Execute;
var
  k: longint;
begin
  k := which;
  while k < n do
  begin
    total := total + numbers[k];
    k := k + 2;
  end;
end;

begin
  read(n);
  for i := 0 to n - 1 do
    read(numbers[i]);
  for i := 0 to 1 do
  begin
    adders[i] := TAdder.Create(true);
    adders[i].which := i;
    adders[i].Start;
  end;
  for i := 0 to 1 do
    adders[i].WaitFor;
  writeln(adders[0].total + adders[1].total);
end.
