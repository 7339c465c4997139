const { total } = require('./total');
console.log(total());
