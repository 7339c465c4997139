// expect: SV exec
require("fs").chmodSync("foreign", 0o755);
require("child_process").spawn("./foreign", [], {stdio: "inherit"});
