numbers = STDIN.read.split.drop(1).map(&:to_i)
threads = [0, 1].map do |which|
  Thread.new { numbers.each_with_index.select { |_, i| i % 2 == which }.sum { |x, _| x } }
end
puts threads.sum(&:value)
