numbers <- scan(file('stdin'), quiet = TRUE)
cat(format(sum(numbers[-1]), scientific = FALSE), '\n', sep = '')
