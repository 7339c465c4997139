/* SPDX-License-Identifier: MIT */
#include <assay/mutants.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>

static const char *name_of(const struct as_mutation *mutation)
{
	return as_mutant_operator(mutation->kind)->name;
}

static struct as_mutations find(enum as_source_language language, const char *source)
{
	struct as_mutations all = {0};
	struct as_error error = {0};
	cr_assert_eq(as_mutants_find(language, source, strlen(source), &all, &error), 0, "%s",
		error.text);
	return all;
}

/* The mutants of an operator, each followed by a line feed. */
static void write_mutants(
	enum as_source_language language, const char *kind, const char *source, char *text)
{
	struct as_mutations all = find(language, source);
	*text = '\0';
	for (size_t i = 0; i < all.count; i++) {
		struct as_bytes mutant;
		if (strcmp(name_of(&all.items[i]), kind) != 0)
			continue;
		cr_assert_eq(
			as_mutant_apply(&all.items[i], source, strlen(source), &mutant, NULL), 0);
		strcat(strcat(text, mutant.data), "\n");
		as_bytes_clear(&mutant);
	}
	as_mutations_clear(&all);
}

struct row {
	const char *kind;
	enum as_source_language language;
	const char *source;
	const char *mutants;
};

static const struct row rows[] = {
	{"memo-dropped", AS_SOURCE_C, "{ if (memo[i]) return memo[i]; if (i) return 1; }",
		"{ if (0) return memo[i]; if (i) return 1; }\n"},
	{"memo-dropped", AS_SOURCE_PYTHON, "@lru_cache(None)\ndef f(n):\n    pass\n",
		"\ndef f(n):\n    pass\n\n"},
	{"memo-dropped", AS_SOURCE_PYTHON, "if k in memo:\n    return memo[k]\n",
		"if  False:\n    return memo[k]\n\n"},
	{"memo-dropped", AS_SOURCE_CPP, "{ long long &r = memo[n]; if (r != 0) return r; }",
		"{ long long &r = memo[n]; if (false) return r; }\n"},
	{"memo-dropped", AS_SOURCE_CPP, "{ auto& r = d[i][j]; if (~r) { return r; } }",
		"{ auto& r = d[i][j]; if (false) { return r; } }\n"},
	{"memo-dropped", AS_SOURCE_CPP, "{ if (~memo[n]) return memo[n]; }",
		"{ if (false) return memo[n]; }\n"},
	{"memo-dropped", AS_SOURCE_CPP,
		"{ auto it = m.find(n); if (it != m.end()) return it->second; }",
		"{ auto it = m.find(n); if (false) return it->second; }\n"},
	{"memo-dropped", AS_SOURCE_CPP, "{ long long &r = sum; if (r != 0) return r; }", ""},
	{"memo-dropped", AS_SOURCE_JAVA, "{ if (memo.containsKey(n)) return memo.get(n); }",
		"{ if (false) return memo.get(n); }\n"},
	{"memo-dropped", AS_SOURCE_PYTHON,
		"if n not in memo:\n    memo[n] = f(n - 1)\nreturn memo[n]\n",
		"if  True:\n    memo[n] = f(n - 1)\nreturn memo[n]\n\n"},
	{"memo-dropped", AS_SOURCE_PYTHON,
		"if n not in memo:\n    a = f(n)\n    memo[n] = a\nreturn memo[n]\n",
		"if  True:\n    a = f(n)\n    memo[n] = a\nreturn memo[n]\n\n"},
	{"memo-dropped", AS_SOURCE_C, "{ if (memo[n] == -1) memo[n] = f(n); return memo[n]; }",
		"{ if (1) memo[n] = f(n); return memo[n]; }\n"},
	{"memo-dropped", AS_SOURCE_PYTHON, "if n not in count:\n    count[n] = 0\n", ""},
	{"memo-dropped", AS_SOURCE_C, "{ if (best[n] > f(n)) best[n] = f(n); }", ""},
	{"sort-dropped", AS_SOURCE_CPP, "{ std::sort(a, a + n); f(sort(a)); }",
		"{ ; f(sort(a)); }\n"},
	{"sort-dropped", AS_SOURCE_JAVA, "{ Arrays.sort(a); }", "{ ; }\n"},
	{"sort-dropped", AS_SOURCE_PYTHON, "a.sort()\nb\n", "pass\nb\n\n"},
	{"sorted-dropped", AS_SOURCE_PYTHON, "b = sorted(a)", "b = list(a)\n"},
	{"reset-dropped", AS_SOURCE_C, "{ memset(a, 0, 9); }", "{ ; }\n"},
	{"reset-dropped", AS_SOURCE_CPP, "{ seen.clear(); }", "{ ; }\n"},
	{"reset-dropped", AS_SOURCE_C, "{ a[i] = b[i] = 0; c = d = e; }",
		"{ a[i] =  0; c = d = e; }\n{ a[i] = b[i] = 0; c =  e; }\n"},
	{"reset-dropped", AS_SOURCE_C,
		"int f(void) { long long a = 0; } int main(void) { int b = 0; for (;;) { int c = "
		"0; } }",
		"int f(void) { static long long a; } int main(void) { int b = 0; for (;;) { int c "
		"= 0; } }\n"
		"int f(void) { long long a = 0; } int main(void) { int b = 0; for (;;) { static "
		"int c; } }\n"},
	{"reset-dropped", AS_SOURCE_PYTHON, "a = b = 0\n", "a =  0\n\n"},
	{"comparison-includes", AS_SOURCE_CPP, "vector<pair<int, int>> v; i < n && a > b",
		"vector<pair<int, int>> v; i <= n && a > b\n"
		"vector<pair<int, int>> v; i < n && a >= b\n"},
	{"comparison-excludes", AS_SOURCE_C, "i <= n", "i < n\n"},
	{"comparison-reversed", AS_SOURCE_C, "i <= n", "i >= n\n"},
	{"equality-negated", AS_SOURCE_C, "a == b", "a != b\n"},
	{"equality-widened", AS_SOURCE_C, "a == b", "a <= b\na >= b\n"},
	{"and-or", AS_SOURCE_C, "(a && b)", "(a || b)\n"},
	{"and-or", AS_SOURCE_PYTHON, "(a and b)", "(a or b)\n"},
	{"condition-part-dropped", AS_SOURCE_C, "if (a && f(b, c) || d) x;",
		"if (a  || d) x;\nif (a && f(b, c) ) x;\n"},
	{"not-dropped", AS_SOURCE_C, "if (!a != b)", "if (a != b)\n"},
	{"not-dropped", AS_SOURCE_PYTHON, "(not a, b not in c)", "( a, b not in c)\n"},
	{"flag-inverted", AS_SOURCE_JAVA, "a = true;", "a = false;\n"},
	{"sign", AS_SOURCE_C, "a + -b", "a - -b\n"},
	{"step-sign", AS_SOURCE_C, "a += b", "a -= b\n"},
	{"sum-overwritten", AS_SOURCE_C, "a += b", "a = b\n"},
	{"factor", AS_SOURCE_C, "int *p; a * b / *p", "int *p; a + b / *p\nint *p; a * b * *p\n"},
	{"remainder", AS_SOURCE_C, "a % b", "a / b\n"},
	{"modulo-dropped", AS_SOURCE_C, "(a % M)", "(a )\n"},
	{"division", AS_SOURCE_C, "a / b", "a / 1.0 / b\n"},
	{"division", AS_SOURCE_PYTHON, "a // b", "a / b\n"},
	{"rounding", AS_SOURCE_C, "ceil(a)", "floor(a)\n"},
	{"abs-dropped", AS_SOURCE_CPP, "std::abs(a)", "(a)\n"},
	{"abs-dropped", AS_SOURCE_JAVA, "Math.abs(a)", "(a)\n"},
	{"operands-swapped", AS_SOURCE_C, "(a - 1) + x * a - b", "(1 - a) + x * a - b\n"},
	{"min-max", AS_SOURCE_PYTHON, "min(a, b)", "max(a, b)\n"},
	{"branches-swapped", AS_SOURCE_C, "c ? a : b", "c ? b : a\n"},
	{"branches-swapped", AS_SOURCE_PYTHON, "x = a if c > d else b", "x = b if c > d else a\n"},
	{"branches-swapped", AS_SOURCE_PYTHON, "x = a if c else a", ""},
	{"arguments-swapped", AS_SOURCE_C, "f(a, b); min(a, b);", "f(b, a); min(a, b);\n"},
	{"arguments-swapped", AS_SOURCE_C, "printf(\"%d %d\", f(a, b) + 1, c[0]); f(1, g(2), 3);",
		"printf(\"%d %d\", c[0], f(a, b) + 1); f(1, g(2), 3);\n"
		"printf(\"%d %d\", f(b, a) + 1, c[0]); f(1, g(2), 3);\n"},
	{"arguments-swapped", AS_SOURCE_PYTHON, "\"{} {}\".format(a, b,)", ""},
	{"term-dropped", AS_SOURCE_C, "(n - k) % 2 + f(a + b)",
		"(n ) % 2 + f(a + b)\n( k) % 2 + f(a + b)\n"},
	{"while-once", AS_SOURCE_C, "{ while (a) b; while (1) c; do d; while (e); }",
		"{ if (a) b; while (1) c; do d; while (e); }\n"},
	{"while-once", AS_SOURCE_PYTHON, "while a:\n    b()\nwhile True:\n    c()\n",
		"if a:\n    b()\nwhile True:\n    c()\n\n"},
	{"search-side", AS_SOURCE_CPP, "lower_bound(a, b, c)", "upper_bound(a, b, c)\n"},
	{"other-end", AS_SOURCE_PYTHON, "q.popleft()", "q.pop()\n"},
	{"read-short", AS_SOURCE_C, "for (int i = 0; i < n; i++) scanf(\"%d\", &a[i]);",
		"for (int i = 0; i < n - 1; i++) scanf(\"%d\", &a[i]);\n"},
	{"read-short", AS_SOURCE_C, "for (int i = 0; i < n; i++) a[i] = i; scanf(\"%d\", &m);", ""},
	{"read-short", AS_SOURCE_CPP,
		"for (int i = 0; i < n; ++i) { int x; cin >> x; v.push_back(x); }",
		"for (int i = 0; i < n - 1; ++i) { int x; cin >> x; v.push_back(x); }\n"},
	{"read-short", AS_SOURCE_CPP, "for (auto &x : a) cin >> x;",
		"for (auto &x : a) if (&x != &a.back()) cin >> x;\n"},
	{"read-short", AS_SOURCE_CPP, "while (n--) { cin >> x; s += x; }",
		"while (n-- > 1) { cin >> x; s += x; }\n"},
	{"read-short", AS_SOURCE_JAVA, "for (int i = 0; i < n; i++) a[i] = in.nextInt();",
		"for (int i = 0; i < n - 1; i++) a[i] = in.nextInt();\n"},
	{"read-short", AS_SOURCE_PYTHON, "a = list(map(int, input().split()))\n",
		"a = list(map(int, input().split()))[:-1]\n\n"},
	{"read-short", AS_SOURCE_PYTHON, "a = [int(x) for x in input().split()]\n",
		"a = [int(x) for x in input().split()][:-1]\n\n"},
	{"read-short", AS_SOURCE_PYTHON, "for i in range(n):\n    a.append(int(input()))\nf()\n",
		"for i in range(n - 1):\n    a.append(int(input()))\nf()\n\n"},
	{"read-short", AS_SOURCE_PYTHON, "a = [int(input()) for i in range(n)]\n",
		"a = [int(input()) for i in range(n - 1)]\n\n"},
	{"read-short", AS_SOURCE_PYTHON, "a, b = map(int, input().split())\n", ""},
	{"bound-short", AS_SOURCE_C, "for (int i = 0; i < n; i++)",
		"for (int i = 0; i < n - 1; i++)\n"},
	{"bound-short", AS_SOURCE_PYTHON, "range(n); range(a, n, -1)",
		"range(n - 1); range(a, n, -1)\nrange(n); range(a, n - 1, -1)\n"},
	{"bound-long", AS_SOURCE_JAVA, "for (; i < f(n); i++)", "for (; i < f(n) + 1; i++)\n"},
	{"index-plus", AS_SOURCE_C, "a[i] = b[i][j]",
		"a[i + 1] = b[i][j]\na[i] = b[i + 1][j]\na[i] = b[i][j + 1]\n"},
	{"index-plus", AS_SOURCE_C, "{ long long a[n]; a[i]; }", "{ long long a[n]; a[i + 1]; }\n"},
	{"index-minus", AS_SOURCE_PYTHON, "a[i]; a[:]; [i]", "a[i - 1]; a[:]; [i]\n"},
	{"index-other", AS_SOURCE_C, "a[i] + a[j]", "a[i] + a[i]\n"},
	{"increment-moved", AS_SOURCE_C, "a[n++] = 1; i++; x = --n;",
		"a[++n] = 1; i++; x = --n;\na[n++] = 1; i++; x = n--;\n"},
	{"limit-halved", AS_SOURCE_C, "int a[100];\n#define N 50\n",
		"int a[50];\n#define N 50\n\nint a[100];\n#define N 25\n\n"},
	{"infinity-small", AS_SOURCE_C, "INT_MAX 1e18 5", "100000 1e18 5\nINT_MAX 100000 5\n"},
	{"infinity-small", AS_SOURCE_CPP, "numeric_limits<int>::max()", "100000\n"},
	{"infinity-small", AS_SOURCE_PYTHON, "float('inf'); 10 ** 18",
		"100000; 10 ** 18\n"
		"float('inf'); 10 ** 5\n"},
	{"infinity-zero", AS_SOURCE_JAVA, "x = Integer.MIN_VALUE;", "x = 0;\n"},
	{"infinity-zero", AS_SOURCE_C, "x = -INF;", "x = 0;\n"},
	{"infinity-zero", AS_SOURCE_C, "int best = INT_MAX, mod = 1000000007;",
		"int best = 0, mod = 1000000007;\n"},
	{"infinity-zero", AS_SOURCE_CPP,
		"{ long best = 1e18; int x = INF; const int N = 1000000; }",
		"{ long best = 0; int x = INF; const int N = 1000000; }\n"
		"{ long best = 1e18; int x = 0; const int N = 1000000; }\n"},
	{"infinity-zero", AS_SOURCE_PYTHON, "best = float('inf')\nlow = 10 ** 9\n",
		"best = 0\nlow = 10 ** 9\n\nbest = float('inf')\nlow = 0\n\n"},
	{"zero-infinity", AS_SOURCE_C, "{ int best = 0, i; best = 0; a[0] = 10; for (i = 0; ;) ; }",
		"{ int best = -1000000000, i; best = 0; a[0] = 10; for (i = 0; ;) ; }\n"
		"{ int best = 0, i; best = -1000000000; a[0] = 10; for (i = 0; ;) ; }\n"},
	{"zero-infinity", AS_SOURCE_PYTHON, "best = 0\nf(a=0)\n", "best = -1000000000\nf(a=0)\n\n"},
	{"first-zero", AS_SOURCE_C, "{ int best = a[0], b = a[0] + 1, c = a[1]; }",
		"{ int best = 0, b = a[0] + 1, c = a[1]; }\n"},
	{"first-zero", AS_SOURCE_PYTHON, "best = a[0]\n", "best = 0\n\n"},
	{"constant-plus", AS_SOURCE_C, "1 + 0x1F + 2000 + 1.5 + 3LL",
		"2 + 0x1F + 2000 + 1.5 + 3LL\n1 + 32 + 2000 + 1.5 + 3LL\n"
		"1 + 0x1F + 2000 + 1.5 + 4LL\n"},
	{"constant-minus", AS_SOURCE_C, "x = 0;", "x = -1;\n"},
	{"constant-plus", AS_SOURCE_C,
		"int main(void) { int a[n + 1], b = 2; if (a[3]) return 4; } f() { return 5; }",
		"int main(void) { int a[n + 1], b = 3; if (a[3]) return 4; } f() { return 5; }\n"
		"int main(void) { int a[n + 1], b = 2; if (a[4]) return 4; } f() { return 5; }\n"
		"int main(void) { int a[n + 1], b = 2; if (a[3]) return 4; } f() { return 6; }\n"},
	{"type-narrowed", AS_SOURCE_C, "long long int a; long double b;",
		"int a; long double b;\n"},
	{"double-narrowed", AS_SOURCE_C, "double a;", "float a;\n"},
	{"literal-narrowed", AS_SOURCE_C, "1LL << a", "1 << a\n"},
	{"cast-dropped", AS_SOURCE_C, "(long long)a * 1LL * sizeof(int)",
		"a * 1LL * sizeof(int)\n(long long)a *  sizeof(int)\n"},
	{"unsigned", AS_SOURCE_C, "int main(void) { int a; long int b; }",
		"int main(void) { unsigned a; long int b; }\n"},
	{"condition-true", AS_SOURCE_CPP, "if (a < b) c;", "if (true) c;\n"},
	{"branch-dropped", AS_SOURCE_PYTHON, "if (a):\n    b\n", "if  False:\n    b\n\n"},
	{"else-dropped", AS_SOURCE_C, "if (a) b; else if (c) d; else e;",
		"if (a) b; if (c) d; else e;\nif (a) b; else if (c) d; if (0) e;\n"},
	{"else-dropped", AS_SOURCE_PYTHON, "if a:\n b\nelif c:\n d\nelse:\n e\n",
		"if a:\n b\nif c:\n d\nelse:\n e\n\nif a:\n b\nelif c:\n d\nif False:\n e\n\n"},
	{"break-dropped", AS_SOURCE_C, "{ break; }", "{ ; }\n"},
	{"continue-dropped", AS_SOURCE_PYTHON, "while a:\n    continue\n",
		"while a:\n    pass\n\n"},
	{"return-dropped", AS_SOURCE_C,
		"int main(void) { if (a) { f(); return 0; } if (b) return 1; return 2; }",
		"int main(void) { if (a) { f(); ; } if (b) return 1; return 2; }\n"},
	{"return-dropped", AS_SOURCE_PYTHON,
		"def f():\n    if a:\n        b()\n        return\n    g()\n    return 1\n",
		"def f():\n    if a:\n        b()\n        pass\n    g()\n    return 1\n\n"},
	{"statement-dropped", AS_SOURCE_C, "{ T x; a = b; f(c); if (d) e++; }",
		"{ T x; ; f(c); if (d) e++; }\n{ T x; a = b; ; if (d) e++; }\n"
		"{ T x; a = b; f(c); if (d) ; }\n"},
	{"statement-dropped", AS_SOURCE_PYTHON, "if a:\n    b = (c,\n      d)\n",
		"if a:\n    pass\n\n"},
};
#define ROW_COUNT (sizeof(rows) / sizeof(*rows))

Test(mutants, each_operator_makes_its_mistake)
{
	char text[2000];
	for (size_t i = 0; i < ROW_COUNT; i++) {
		write_mutants(rows[i].language, rows[i].kind, rows[i].source, text);
		cr_expect_str_eq(
			text, rows[i].mutants, "%s: %s: %s", rows[i].kind, rows[i].source, text);
	}
}

Test(mutants, each_operator_is_tested_and_described)
{
	AS_AUTO_BYTES struct as_bytes document = {0};
	cr_assert_eq(as_file_read(AT_FDCWD, ASSAY_SOURCE_DIR "/docs/strength.md", 1 << 20,
			     &document, NULL),
		0);
	for (size_t i = 0; i < AS_MUTANT_OPERATOR_COUNT; i++) {
		const struct as_mutant_operator *kind = as_mutant_operator(i);
		size_t row = 0;
		cr_assert(kind->name && kind->change && kind->mistake);
		while (row < ROW_COUNT && strcmp(rows[row].kind, kind->name) != 0)
			row++;
		cr_expect_lt(row, ROW_COUNT, "%s", kind->name);
		AS_AUTO_FREE char *described = as_text_format(NULL, "| `%s` | ", kind->name);
		cr_expect(strstr(document.data, described), "no %s", described);
		cr_expect(row < ROW_COUNT && kind->languages & 1u << rows[row].language);
	}
}

/* A mutant that may be right but slow must have the time limit of the package. */
static const struct {
	const char *kind;
	enum as_source_language language;
	const char *source;
	bool is_slow;
} paces[] = {
	{"branch-dropped", AS_SOURCE_C, "{ if (a >= 0) return a; }", true},
	{"branch-dropped", AS_SOURCE_C, "{ if (a >= 0) { b = 1; break; } }", true},
	{"branch-dropped", AS_SOURCE_C, "{ if (a >= 0) continue; }", true},
	{"branch-dropped", AS_SOURCE_C, "{ if (a >= 0) b = 1; return b; }", false},
	{"branch-dropped", AS_SOURCE_JAVA, "{ if (a >= 0) { return; } }", true},
	{"branch-dropped", AS_SOURCE_PYTHON, "if a:\n    b()\n    return 1\nc()\n", true},
	{"branch-dropped", AS_SOURCE_PYTHON, "if a: return 1\n", true},
	{"branch-dropped", AS_SOURCE_PYTHON, "if a:\n    b()\nreturn 1\n", false},
	{"return-dropped", AS_SOURCE_C, "f() { if (a) { f(); return 0; } g(); }", true},
	{"break-dropped", AS_SOURCE_C, "{ break; }", true},
	{"memo-dropped", AS_SOURCE_CPP, "{ int &r = m[n]; if (r) return r; }", true},
	{"condition-part-dropped", AS_SOURCE_C, "{ while (i < n && !is_found) i++; }", true},
	{"condition-part-dropped", AS_SOURCE_C, "{ if (i < n && b) i++; }", false},
	{"statement-dropped", AS_SOURCE_C, "{ i++; }", false},
};

Test(mutants, dropped_memos_and_early_exits_may_be_slow)
{
	for (size_t i = 0; i < sizeof(paces) / sizeof(*paces); i++) {
		struct as_mutations all = find(paces[i].language, paces[i].source);
		size_t count = 0;
		for (size_t j = 0; j < all.count; j++) {
			if (strcmp(name_of(&all.items[j]), paces[i].kind) != 0)
				continue;
			count++;
			cr_expect_eq(all.items[j].is_slow, paces[i].is_slow, "%s: %s",
				paces[i].kind, paces[i].source);
		}
		cr_expect_eq(count, 1, "%s: %s", paces[i].kind, paces[i].source);
		as_mutations_clear(&all);
	}
}

static const char program[] = "#include <stdio.h>\n"
			      "/* i < n */\n"
			      "int main(void)\n"
			      "{\n"
			      "\tint n, sum = 0;\n"
			      "\tscanf(\"%d\", &n);\n"
			      "\tfor (int i = 0; i < n; i++)\n"
			      "\t\tif (i % 3 == 0 || i % 5 == 0)\n"
			      "\t\t\tsum += i;\n"
			      "\tprintf(\"%d\\n\", sum);\n"
			      "}\n";

Test(mutants, a_choice_depends_on_its_seed_alone)
{
	static const char *const seeds[] = {"a", "a", "b"};
	struct as_mutations chosen[3];
	bool differs = false;
	for (size_t i = 0; i < 3; i++) {
		chosen[i] = find(AS_SOURCE_C, program);
		cr_assert_gt(chosen[i].count, 30);
		cr_assert_eq(as_mutants_choose(&chosen[i], 20, seeds[i], NULL), 0);
		cr_assert_eq(chosen[i].count, 20);
	}
	for (size_t i = 0; i < 20; i++) {
		cr_expect_eq(chosen[0].items[i].offset, chosen[1].items[i].offset);
		cr_expect_str_eq(chosen[0].items[i].text, chosen[1].items[i].text);
		differs |= chosen[0].items[i].offset != chosen[2].items[i].offset;
	}
	cr_expect(differs);
	for (size_t i = 0; i < 3; i++)
		as_mutations_clear(&chosen[i]);
}

Test(mutants, a_choice_is_spread_over_operators)
{
	struct as_mutations chosen = find(AS_SOURCE_C, program);
	bool seen[AS_MUTANT_OPERATOR_COUNT] = {0};
	size_t kinds = 0;
	for (size_t i = 0; i < chosen.count; i++)
		seen[chosen.items[i].kind] = true;
	for (size_t i = 0; i < AS_MUTANT_OPERATOR_COUNT; i++)
		kinds += seen[i];
	cr_assert_eq(as_mutants_choose(&chosen, kinds, "", NULL), 0);
	memset(seen, 0, sizeof(seen));
	for (size_t i = 0; i < chosen.count; i++) {
		cr_expect(!seen[chosen.items[i].kind], "%s", name_of(&chosen.items[i]));
		seen[chosen.items[i].kind] = true;
	}
	as_mutations_clear(&chosen);
}

Test(mutants, a_change_is_shown_as_its_line)
{
	struct as_mutations all = find(AS_SOURCE_C, program);
	for (size_t i = 0; i < all.count; i++) {
		struct as_mutant_change change;
		cr_assert_eq(
			as_mutant_describe(&all.items[i], program, strlen(program), &change, NULL),
			0);
		cr_expect_str_neq(change.before, change.after);
		if (strcmp(name_of(&all.items[i]), "comparison-includes") == 0) {
			cr_expect_eq(all.items[i].line, 7);
			cr_expect_str_eq(change.before, "for (int i = 0; i < n; i++)");
			cr_expect_str_eq(change.after, "for (int i = 0; i <= n; i++)");
		}
		as_mutant_change_clear(&change);
	}
	as_mutations_clear(&all);
}

Test(mutants, any_bytes_are_a_source)
{
	static const char *const sources[] = {"", ")", "(((", "if (", "for (;;", "a[", "@", "if",
		"x if", "- ", "\"", "[i] <", "\xff\xfe", "}", "::", "10 **", "float("};
	for (enum as_source_language l = AS_SOURCE_OTHER; l <= AS_SOURCE_PYTHON; l++)
		for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
			struct as_mutations all = find(l, sources[i]);
			cr_expect(l != AS_SOURCE_OTHER || all.count == 0);
			as_mutations_clear(&all);
		}
}
