with Ada.Text_IO;
with Total;

procedure Main is
begin
   Ada.Text_IO.Put_Line (Long_Long_Integer'Image (Total.Read));
end Main;
