/* SPDX-License-Identifier: MIT */
/* Which class of a Java submission is started, and the required name of its file. */
#include "entry.h"

#include <criterion/criterion.h>
#include <string.h>

#define MAIN "public static void main(String[] args) { } "

static struct as_entry scan(const char *file, const char *text, size_t size)
{
	struct as_entry entry = AS_ENTRY_INIT;
	/* On the heap and of exact size, so that the sanitizer sees a read past the end. */
	struct as_bytes bytes = {malloc(size + 1), size};
	memcpy(bytes.data, text, size);
	bytes.data[size] = '\0';
	as_entry_scan_java(&entry, file, "Main.java", &bytes);
	as_bytes_clear(&bytes);
	return entry;
}

/* Each row: a text of the file submission.java, and its entry. */
static void expect_entries(const char *const cases[][2], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct as_entry entry = scan("submission.java", cases[i][0], strlen(cases[i][0]));
		cr_expect_str_eq(entry.name, cases[i][1], "%s: %s, expected %s", cases[i][0],
			entry.name, cases[i][1]);
	}
}
#define EXPECT_ENTRIES(cases) expect_entries(cases, sizeof(cases) / sizeof(*(cases)))

Test(entry, the_top_level_type_with_main_is_the_entry)
{
	static const char *const cases[][2] = {
		{"class Solve { " MAIN "}", "Solve"},
		{"class Solve { static class Node { } " MAIN "}", "Solve"},
		{"class Solve { " MAIN "static class Node { " MAIN "} }", "Solve"},
		{"class Solve { enum E { X { void f() { } } } interface I { } " MAIN "}", "Solve"},
		{"class Node { } class Solve { " MAIN "} class Last { }", "Solve"},
		{"class Solve { class In { { int[] a = {1, 2}; } } " MAIN "}", "Solve"},
		{"class Solve { static { System.out.println(); } " MAIN "}", "Solve"},
		{"class Solve { int x = f(new int[]{1}), y; Class<?> c = int.class; " MAIN "}",
			"Solve"},
		{"import a.b.*; import static x.y.record; class Solve { " MAIN "}", "Solve"},
		{"class Solve { void f() { class Local { " MAIN "} } " MAIN "}", "Solve"},
		{"class A { void f() { class Local { " MAIN "} } } class B { " MAIN "}", "B"},
		{"class Box<T extends Comparable<T>> { } class Solve<A, B> { " MAIN "}", "Solve"},
		{"class A<T extends Comparable<T>> extends B<T> implements C { " MAIN "}", "A"},
		{"class\tSolve\r\n{ " MAIN "}", "Solve"},
		{"class Solve{" MAIN "}", "Solve"},
		{"class $olve_2 { " MAIN "}", "$olve_2"},
		{"class publicclass { " MAIN "}", "publicclass"},
		{"class A { int subclass, class_, x; } class B { " MAIN "}", "B"},
	};
	EXPECT_ENTRIES(cases);
}

Test(entry, every_kind_of_type_and_modifier_is_known)
{
	static const char *const cases[][2] = {
		{"interface Solve { static void main(String[] a) { } }", "Solve"},
		{"enum Solve { A, B(1) { int f() { return 1; } }; " MAIN "}", "Solve"},
		{"enum Solve { ; " MAIN "}", "Solve"},
		{"record Solve(int x, @A(1) String[] main) { " MAIN "}", "Solve"},
		{"record Solve<T>(T x) { " MAIN "}", "Solve"},
		{"class A { record Pair(int a, int b) { " MAIN "} } class B { " MAIN "}", "B"},
		{"public class Gr\xc3\xb6\xc3\x9f"
		 "e { " MAIN "}",
			"Gr\xc3\xb6\xc3\x9f"
			"e"},
		{"final class Solve { " MAIN "}", "Solve"},
		{"public final class Solve { " MAIN "}", "Solve"},
		{"final public class Solve { " MAIN "}", "Solve"},
		{"public strictfp class Solve { " MAIN "}", "Solve"},
		{"public abstract class Solve { " MAIN "}", "Solve"},
		{"public non-sealed class Solve extends A { " MAIN "}", "Solve"},
		{"public sealed interface Solve permits X { " MAIN "}", "Solve"},
		{"@Deprecated public class Solve { " MAIN "}", "Solve"},
		{"@SuppressWarnings({\"unchecked\", \"rawtypes\"}) class Solve { " MAIN "}",
			"Solve"},
		{"@For(Other.class) class Solve { " MAIN "}", "Solve"},
		{"@interface Note { String value(); } class Solve { " MAIN "}", "Solve"},
	};
	EXPECT_ENTRIES(cases);
}

Test(entry, main_may_be_written_in_many_ways)
{
	static const char *const heads[] = {
		"public static void main(String[] args)",
		"public static void main(String... x)",
		"public static void main(String args[])",
		"static public void main(String[] args)",
		"public static void main(final String[] args)",
		"public static final synchronized strictfp void main(String [ ] args)",
		"public static void main(java.lang.String[] args)",
		"public static void main(java.lang.String... args)",
		"public static void main(@SuppressWarnings({\"a\", \"b\"}) String[] args)",
		"public\nstatic\nvoid\nmain\n(\nString\n[\n]\nargs\n)\nthrows Exception, Error",
		"public static /* int */ void main // (int x)\n(String[] args)",
		"@SuppressWarnings({\"a\", \"b\"}) public static void main(String[] args)",
		"public static <T> void main(String[] args)",
	};
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		char text[300];
		snprintf(text, sizeof(text), "class First { } class Solve { int x; %s { } }",
			heads[i]);
		struct as_entry entry = scan("a.java", text, strlen(text));
		cr_expect_str_eq(entry.name, "Solve", "%s: %s", heads[i], entry.name);
	}
}

Test(entry, similar_names_are_not_main)
{
	static const char *const heads[] = {
		"public static void main()",
		"public static void main(String args)",
		"public static void main(int[] args)",
		"public static void main(String[][] args)",
		"public static void main(String[] args, int n)",
		"public static void main(int n, String... args)",
		"public static void main(List<String>[] args)",
		"public void main(String[] args)",
		"public static int main(String[] args)",
		"public static void mains(String[] args)",
		"public static void Main(String[] args)",
		"static int x; public void main(String[] args)",
		"static void f() { } public void main(String[] args)",
	};
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		char text[300];
		snprintf(text, sizeof(text), "class First { %s { } } class Solve { " MAIN "}",
			heads[i]);
		struct as_entry entry = scan("a.java", text, strlen(text));
		cr_expect_str_eq(entry.name, "Solve", "%s: %s", heads[i], entry.name);
	}
}

Test(entry, comments_and_literals_are_not_code)
{
	static const char *const cases[][2] = {
		{"// A public class solution that\npublic class Solve { " MAIN "}", "Solve"},
		{"// A public class solution that\rpublic class Solve { " MAIN "}", "Solve"},
		{"/* A public class solution { " MAIN "} */ public class Solve { " MAIN "}",
			"Solve"},
		{"/**/class Solve/***/{/*/ } */ " MAIN "}", "Solve"},
		{"class Solve { // }\n" MAIN "}", "Solve"},
		{"class Solve { /* } */ " MAIN "}", "Solve"},
		{"class Solve { static String s = \"class of Foo\"; " MAIN "}", "Solve"},
		{"class Solve { String s = \"}\"; " MAIN "}", "Solve"},
		{"class Solve { String s = \"\", t = \"}\\\\\"; " MAIN "}", "Solve"},
		{"class Solve { String s = \"\\\"}\"; " MAIN "}", "Solve"},
		{"class Solve { String s = \"// /* \"; " MAIN "}", "Solve"},
		{"class Solve { char a = '\"', b = '{', c = '\\'', d = '\\\\'; " MAIN "}", "Solve"},
		{"class Solve { char a = '}', b = '\"'; " MAIN "}", "Solve"},
		{"class Solve { String s = \"\"\"\n } \" \"\" ' // \\\"\"\" }\n\"\"\"; " MAIN "}",
			"Solve"},
		{"class Solve { String s = \"\"\"\n\"\"\" + \"}\"; " MAIN "}", "Solve"},
		{"class A { String s = \"\"\"\n" MAIN "\"\"\"; } class B { " MAIN "}", "B"},
		{"class A { /* " MAIN "*/ // " MAIN "\n } class B { " MAIN "}", "B"},
		{"class A { int x = 6 / 2 /* / */ / 3; " MAIN "}", "A"},
		{"class A { int x = 'a' / 2; " MAIN "}", "A"},
	};
	EXPECT_ENTRIES(cases);
}

Test(entry, the_package_comes_first)
{
	static const char *const cases[][2] = {
		{"package sol;\npublic class Main { " MAIN "}", "sol.Main"},
		{"/* mine */ package se.kth . /* x */ judge\n;class A { " MAIN "}",
			"se.kth.judge.A"},
		{"@Note({1}) package sol; class A { " MAIN "}", "sol.A"},
		{"// package no;\nclass A { " MAIN "}", "A"},
		{"import a.package_.b; class A { String package_ = \"package no;\"; " MAIN "}",
			"A"},
		{"package sol", "Main"},
		{"package sol; class A { }", "Main"},
	};
	EXPECT_ENTRIES(cases);
}

Test(entry, of_several_mains_the_public_type_wins_then_the_files_then_the_first)
{
	static const char *const cases[][2] = {
		{"class A { " MAIN "} public class B { " MAIN "} class C { " MAIN "}", "B"},
		{"class A { " MAIN "} class submission { " MAIN "}", "submission"},
		{"class submission { " MAIN "} public class B { " MAIN "}", "B"},
		{"class A { " MAIN "} class B { " MAIN "}", "A"},
		{"public class A { } class B { " MAIN "}", "B"},
		/* java does not start a main that is not public. */
		{"public class A { static void main(String[] a) { } } class B { " MAIN "}", "B"},
		{"class A { } class B { static void main(String[] a) { } }", "B"},
		/* It may inherit its main. */
		{"class A { } public class B extends C { }", "B"},
		{"import x; public enum E { } class A { }", "E"},
	};
	EXPECT_ENTRIES(cases);
}

Test(entry, nothing_found_is_main)
{
	static const char *const cases[][2] = {
		{"", "Main"},
		{"class A { }", "Main"},
		{"int x;", "Main"},
		{"class", "Main"},
		{"public class", "Main"},
		{"class { " MAIN "}", "Main"},
		{"{ class A { " MAIN "} }", "Main"},
		{"} ) ] class A { " MAIN "}", "A"},
		{"\"class A { " MAIN "}", "Main"},
		{"/* class A { " MAIN "}", "Main"},
		{"// class A { " MAIN "}", "Main"},
		{"\"\"\" class A { " MAIN "}", "Main"},
		{"'\nclass A { " MAIN "}", "A"},
		{"public class \xff { " MAIN "}", "Main"},
		{"class A { " MAIN, "A"},
	};
	EXPECT_ENTRIES(cases);
}

Test(entry, only_a_public_type_names_its_file)
{
	static const char *const cases[][2] = {
		{"class A { " MAIN "}", ""},
		{"public class A { " MAIN "}", "A"},
		{"package p; public class A { " MAIN "}", "A"},
		{"public class Node { } class A { " MAIN "}", "Node"},
		{"class A { public static class B { } " MAIN "}", ""},
		{"class A { public int x; " MAIN "} class B { }", ""},
		{"public interface A { }", "A"},
		{"public class Broken { int }", "Broken"},
		{"public class Broken { int ", "Broken"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct as_entry entry = scan("a.java", cases[i][0], strlen(cases[i][0]));
		cr_expect_str_eq(entry.public_type, cases[i][1], "%s: %s, expected %s", cases[i][0],
			entry.public_type, cases[i][1]);
	}
}

/* The files of a folder, in order, as "NAME=text", NULL-terminated. */
static struct as_entry scan_folder(const char *const *files)
{
	struct as_entry entry = AS_ENTRY_INIT;

	for (; *files; files++) {
		AS_AUTO_FREE char *name = strdup(*files);
		char *text = strchr(name, '=');
		*text++ = '\0';
		const struct as_bytes bytes = {text, strlen(text)};
		as_entry_scan_java(&entry, name, "Main.java", &bytes);
	}
	return entry;
}
#define EXPECT_FOLDER(expected, ...)                                                               \
	do {                                                                                       \
		struct as_entry entry_ = scan_folder((const char *const[]){__VA_ARGS__, NULL});    \
		cr_expect_str_eq(entry_.name, expected, "%s", entry_.name);                        \
	} while (0)

Test(entry, all_files_of_a_folder_are_looked_through)
{
	EXPECT_FOLDER("Solution", "Aux.java=public class Aux { }",
		"Solution.java=public class Solution { " MAIN "}");
	EXPECT_FOLDER("Main", "Brute.java=public class Brute { " MAIN "}",
		"Main.java=class Main { " MAIN "}");
	EXPECT_FOLDER(
		"Tool", "Main.java=public class Main { }", "Tool.java=class Tool { " MAIN "}");
	EXPECT_FOLDER("Main", "Base.java=public class Base { }",
		"Main.java=public class Main extends Base { }");
	EXPECT_FOLDER("B", "A.java=class X { " MAIN "}", "B.java=class B { " MAIN "}");
	EXPECT_FOLDER("p.q.B", "p/A.java=package p; public class A { }",
		"p/q/B.java=package p.q; public class B { " MAIN "}");
	EXPECT_FOLDER("p.Main", "A.java=public class A { " MAIN "}",
		"p/Main.java=package p; public class Main { " MAIN "}");
	EXPECT_FOLDER("A", "A.java=class A { " MAIN "}", "B.java=package p; class B { }");
}

Test(entry, a_name_that_does_not_fit_is_left_out)
{
	char name[400], text[1000];
	memset(name, 'x', sizeof(name));
	for (size_t length = AS_ENTRY_TYPE_BYTES - 1; length < 400; length++) {
		snprintf(text, sizeof(text), "public class %.*s { " MAIN "}", (int)length, name);
		struct as_entry entry = scan("a.java", text, strlen(text));
		size_t expected = length < AS_ENTRY_TYPE_BYTES ? length : strlen("Main");
		cr_expect_eq(strlen(entry.name), expected, "%zu: %s", length, entry.name);
		cr_expect_eq(strlen(entry.public_type), length < AS_ENTRY_TYPE_BYTES ? length : 0);
	}
	for (size_t length = 290; length < 400; length++) {
		snprintf(
			text, sizeof(text), "package %.*s; class A { " MAIN "}", (int)length, name);
		struct as_entry entry = scan("a.java", text, strlen(text));
		size_t expected = length + 2 < sizeof(entry.name) ? length + 2 : strlen("Main");
		cr_expect_eq(strlen(entry.name), expected, "%zu: %s", length, entry.name);
	}
}

Test(entry, a_text_may_be_cut_anywhere_and_hold_nuls)
{
	static const char text[] =
		"package a.b; /* \0 */ @A({1}) public\0class C<T> { String s = \"\\\"\"; // x\n"
		"char c = '\\''; String t = \"\"\"\n x\\\"\"\" \"\"\"; " MAIN "}";
	for (size_t size = 0; size < sizeof(text); size++) {
		struct as_entry entry = scan("a.java", text, size);
		cr_expect(strcmp(entry.name, "Main") == 0 || strcmp(entry.name, "a.b.C") == 0,
			"%zu: %s", size, entry.name);
	}
	cr_expect_str_eq(scan("a.java", text, sizeof(text) - 1).name, "a.b.C");
}

Test(entry, hostile_megabytes_take_linear_time)
{
	static const char *const pieces[] = {"{", "(", "}", "\"", "'", "/", "/*", "/*/", "\\",
		"\"\\", "class ", "class A{", "public class A{}", "package a.", "package ", "a.b",
		"\"\"\"", "\"\"\"\\", "...", "void main(", "class A{static void main(", "\xff", "x",
		"record "};
	enum { SIZE = 1 << 20 };
	AS_AUTO_FREE char *text = malloc(SIZE);
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		size_t length = strlen(pieces[i]);
		for (size_t at = 0; at < SIZE; at++)
			text[at] = pieces[i][at % length];
		int64_t start = as_now_ns();
		struct as_entry entry = scan("a.java", text, SIZE);
		/* A quadratic scan takes minutes; this one some milliseconds without sanitizers. */
		cr_expect_lt(as_now_ns() - start, INT64_C(20000000000), "%s", pieces[i]);
		cr_expect_lt(strlen(entry.name), sizeof(entry.name));
	}
}
