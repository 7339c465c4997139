# Much of the standard library: what has an extension in C behind it most of all.
require 'base64'
require 'benchmark'
require 'bigdecimal'
require 'bigdecimal/util'
require 'csv'
require 'date'
require 'delegate'
require 'digest'
require 'erb'
require 'fiber'
require 'forwardable'
require 'io/console'
require 'json'
require 'monitor'
require 'openssl'
require 'optparse'
require 'ostruct'
require 'pp'
require 'securerandom'
require 'set'
require 'singleton'
require 'socket'
require 'stringio'
require 'strscan'
require 'tempfile'
require 'time'
require 'timeout'
require 'tsort'
require 'yaml'
require 'zlib'

def check(fact, what)
  raise what unless fact
end

numbers = $stdin.read.split.map(&:to_i).drop(1)
check((2**100).to_s == '1267650600228229401496703205376', 'Integer')
check((BigDecimal(1) / 8).to_digits == '0.125', 'BigDecimal')
check(JSON.parse(JSON.generate('a' => [1, nil])) == { 'a' => [1, nil] }, 'JSON')
check(YAML.load("a: [1, 2]\n") == { 'a' => [1, 2] }, 'YAML')
check(Digest::SHA256.hexdigest('')[0, 8] == 'e3b0c442', 'Digest')
check(OpenSSL::Digest.new('SHA512').digest('').size == 64, 'OpenSSL')
check(Zlib::Inflate.inflate(Zlib::Deflate.deflate('many words')) == 'many words', 'Zlib')
check('é'.encode('Windows-1252').bytesize == 1 && 'あ'.encode('Shift_JIS').bytesize == 2, 'encodings')
check('é'.unicode_normalize(:nfd).length == 2, 'normal forms')
check(Date.new(2024, 7, 1).monday? && Time.parse('2024-07-01 00:00 UTC').year == 2024, 'dates')
check(Set[3, 1, 2].include?(2) && CSV.parse_line('a,"b c"') == ['a', 'b c'], 'Set and CSV')
check(StringScanner.new('ab12').scan_until(/\d/) == 'ab1' && SecureRandom.hex(2).size == 4, 'strings')
parts = [numbers.each_slice(numbers.size / 2 + 1).to_a].flatten(1).map { |part| Thread.new { part.sum } }
puts parts.sum(&:value)
