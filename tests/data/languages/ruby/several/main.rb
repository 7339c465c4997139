require_relative 'total'

puts total
