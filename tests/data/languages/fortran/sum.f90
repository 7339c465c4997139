program total
  implicit none
  integer :: n, i
  integer, allocatable :: numbers(:)
  integer(8) :: s
  read (*, *) n
  allocate (numbers(n))
  read (*, *) numbers
  s = 0
  do i = 1, n
    s = s + numbers(i)
  end do
  print '(I0)', s
end program
