total <- function() sum(scan(file('stdin'), quiet = TRUE)[-1])
