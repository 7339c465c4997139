# expect: AC
line <- readLines(file("stdin"))[2]
cat(sum(as.integer(regmatches(line, gregexpr("\\d+", line, perl = TRUE))[[1]])), "\n")
