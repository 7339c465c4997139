procedure Crash is
begin
   raise Program_Error with "so it ends";
end Crash;
