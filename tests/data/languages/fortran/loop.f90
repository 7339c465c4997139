program endless
  implicit none
  integer, volatile :: i
  i = 0
  do
    i = mod(i + 1, 65536)
  end do
end program
