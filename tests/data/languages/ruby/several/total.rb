def total
  STDIN.read.split.drop(1).sum(&:to_i)
end
