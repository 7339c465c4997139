/* SPDX-License-Identifier: MIT */
/* The files that the compiler makes from a submission are as untrusted as the submission. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(product, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Java needs higher limits than the package of the other tests has. */
static void put_package_with_high_limits(void)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 5\n  memory: 256\n  code: 1024\n"
					 "  compilation_time: 90\n  compilation_memory: 1024\n");
}

/* Its interpreter does not exist, so exec refuses it; the next one runs in the same sandbox. */
Test(product, a_program_that_exec_refuses_is_a_run_time_error)
{
	put_sum_package(2);
	put("odd.c", "const char path[] __attribute__((section(\".interp\"))) = \"/nonexistent\";\n"
		     "int main(void){return 0;}\n");
	put("right.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--all", "sum", "odd.c", "right.c");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	cr_assert_eq(json_array_size(documents), 2);
	json_t *odd = json_array_get(documents, 0);
	EXPECT_FATE(odd, "RTE exec");
	cr_expect_eq(json_array_size(json_object_get(odd, "tests")), 3);
	cr_expect_str_eq(text_below(failed_test(odd), "feedback", NULL),
		"cannot start the program /program/program: No such file or directory");
	EXPECT_FATE(json_array_get(documents, 1), "AC");
}

static void expect_not_taken(const char *file, const char *text)
{
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--keep", "kept", "sum", file);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "CE output");
	cr_expect_str_eq(text_below(document, "compile", "output"), text);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(product, deeply_nested_folders_are_a_compile_error)
{
	AS_AUTO_FREE char *name = malloc(2 * 1500);
	for (size_t i = 0; i < 1500; i++)
		memcpy(name + 2 * i, i < 1499 ? "a." : "a", 2);
	AS_AUTO_FREE char *source =
		as_text_format(NULL, "package %s;\npublic class Main {}\n", name);
	put_package_with_high_limits();
	put("Main.java", source);
	expect_not_taken("Main.java",
		"the compiled program is rejected: its folders are nested deeper than 32");
}

Test(product, very_many_files_are_a_compile_error)
{
	size_t size;
	char *source = NULL;
	FILE *out = open_memstream(&source, &size);
	put_package_with_high_limits();
	/* In two folders, neither of which contains too many by itself. */
	for (int i = 0; i < 10000; i++)
		fprintf(out, "class A%d {}\n", i);
	fclose(out);
	AS_AUTO_FREE char *first = as_text_format(NULL, "package one;\n%s", source);
	AS_AUTO_FREE char *second = as_text_format(NULL, "package two;\n%s", source);
	free(source);
	put("many/one.java", first);
	put("many/two.java", second);
	expect_not_taken("many",
		"the compiled program is rejected: it has more than 20000 files and folders");
}
