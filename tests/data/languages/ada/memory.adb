procedure Memory is
   type Part is array (1 .. 1_048_576) of Character;
   type Access_Part is access Part;
   P : Access_Part;
begin
   loop
      P := new Part'(others => 'x');
   end loop;
end Memory;
