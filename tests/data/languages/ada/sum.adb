with Ada.Text_IO; use Ada.Text_IO;
with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;

procedure Sum is
   N, X  : Integer;
   Total : Long_Long_Integer := 0;
begin
   Get (N);
   for I in 1 .. N loop
      Get (X);
      Total := Total + Long_Long_Integer (X);
   end loop;
   Put_Line (Long_Long_Integer'Image (Total));
end Sum;
