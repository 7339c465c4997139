local total = require('total')

print(total())
