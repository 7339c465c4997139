// expect: RTE exit-code failed to map segment from shared object
try {
	process.dlopen({exports: {}}, "/box/foreign.so");
} catch (error) {
	console.error(error.message);
	process.exit(1);
}
