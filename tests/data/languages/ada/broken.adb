procedure Broken is
   X : Integer := "text";
begin
   null;
end Broken;
