program main
  use total_numbers
  implicit none
  print '(I0)', total()
end program
