exports.total = () => require('fs').readFileSync(0, 'utf8').split(/\s+/).slice(1).reduce((sum, x) => sum + Number(x), 0);
