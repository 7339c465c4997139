package Total is
   function Read return Long_Long_Integer;
end Total;
