module total_numbers
  implicit none
contains
  integer(8) function total()
    integer :: n, i
    integer, allocatable :: numbers(:)
    read (*, *) n
    allocate (numbers(n))
    read (*, *) numbers
    total = 0
    do i = 1, n
      total = total + numbers(i)
    end do
  end function
end module
