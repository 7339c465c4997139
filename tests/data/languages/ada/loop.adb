procedure Endless is
   I : Integer := 0;
   pragma Volatile (I);
begin
   loop
      I := (I + 1) mod 65536;
   end loop;
end Endless;
