program Memory;
var
  part: pointer;
begin
  repeat
    getmem(part, 1048576);
    fillchar(part^, 1048576, 1);
  until false;
end.
