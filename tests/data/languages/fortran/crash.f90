program crash
  error stop "so it ends"
end program
