-- expect: RTE exit-code failed to map segment from shared object
assert(package.loadlib("/box/foreign.so", "*"))
print(6)
