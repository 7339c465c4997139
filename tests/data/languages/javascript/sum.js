const numbers = require('fs').readFileSync(0, 'utf8').split(/\s+/).slice(1).filter(x => x);
console.log(numbers.reduce((sum, x) => sum + Number(x), 0));
