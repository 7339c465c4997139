with Ada.Text_IO; use Ada.Text_IO;
with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;

procedure Threads is
   Numbers : array (0 .. 99_999) of Integer;
   N       : Integer;

   task type Adder is
      entry Start (First : Integer);
      entry Finish (Total : out Long_Long_Integer);
   end Adder;

   task body Adder is
      I   : Integer;
      Sum : Long_Long_Integer := 0;
   begin
      accept Start (First : Integer) do
         I := First;
      end Start;
      while I < N loop
         Sum := Sum + Long_Long_Integer (Numbers (I));
         I := I + 2;
      end loop;
      accept Finish (Total : out Long_Long_Integer) do
         Total := Sum;
      end Finish;
   end Adder;

   Adders : array (0 .. 1) of Adder;
   Part   : Long_Long_Integer;
   Total  : Long_Long_Integer := 0;
begin
   Get (N);
   for I in 0 .. N - 1 loop
      Get (Numbers (I));
   end loop;
   for I in 0 .. 1 loop
      Adders (I).Start (I);
   end loop;
   for I in 0 .. 1 loop
      Adders (I).Finish (Part);
      Total := Total + Part;
   end loop;
   Put_Line (Long_Long_Integer'Image (Total));
end Threads;
