// expect: SV exec
console.log(require("child_process").execSync("echo 6").toString());
