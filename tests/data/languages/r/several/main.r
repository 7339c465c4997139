source('total.r')

cat(format(total(), scientific = FALSE), '\n', sep = '')
