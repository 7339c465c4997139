class Broken { int f() { return "x"; } }
