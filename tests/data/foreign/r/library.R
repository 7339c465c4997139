# expect: RTE exit-code Error in dyn.load
dyn.load("/box/foreign.so")
cat(6)
