with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;

package body Total is
   function Read return Long_Long_Integer is
      N, X : Integer;
      Sum  : Long_Long_Integer := 0;
   begin
      Get (N);
      for I in 1 .. N loop
         Get (X);
         Sum := Sum + Long_Long_Integer (X);
      end loop;
      return Sum;
   end Read;
end Total;
