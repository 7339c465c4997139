program memory
  implicit none
  type part
    integer(1), pointer :: bytes(:)
  end type
  type(part) :: p
  do
    allocate (p%bytes(1048576))
    p%bytes = 1
    if (p%bytes(7) == 3) exit
  end do
end program
