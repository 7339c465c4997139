/* SPDX-License-Identifier: MIT */
#include "ipython.h"
#include "notebook.h"

#include <assay/grade/marks/cell.h>

#include <criterion/criterion.h>
#include <string.h>

static void expect_program(const char *text, int done, const char *expected)
{
	const struct as_bytes bytes = {(char *)text, strlen(text)};
	struct notebook notebook;
	AS_AUTO_FREE char *reason = NULL;
	cr_assert_eq(notebook_read(&notebook, &bytes, &reason, NULL), done, "%s", text);
	cr_expect_str_eq(done ? notebook.program.data : reason, expected, "%s",
		done ? notebook.program.data : reason);
	notebook_clear(&notebook);
}

Test(notebook, code_cells_become_a_program)
{
	expect_program(
		"{\"cells\": [{\"cell_type\": \"markdown\", \"source\": \"# x\"},"
		"{\"cell_type\": \"code\", \"source\": [\"def f():\\n\", \"    return 1\"]},"
		"{\"cell_type\": \"code\", \"source\": \"\\n \"},"
		"{\"cell_type\": \"code\", \"source\": \"print(f())\\n\", \"outputs\": []}],"
		"\"metadata\": {\"language_info\": {\"name\": \"python\"}}, \"nbformat\": 4}",
		1, "# In [1]:\ndef f():\n    return 1\n\n\n# In [2]:\nprint(f())\n");
	expect_program("\xef\xbb\xbf{\"worksheets\": [{\"cells\": [{\"cell_type\": \"code\","
		       "\"input\": [\"x = 1\"]}]}], \"nbformat\": 3}",
		1, "# In [1]:\nx = 1\n");
}

#define UNREADABLE                                                                                 \
	"is a notebook that cannot be read: it is not JSON, or has more than a million values"

/* Small values take 50 to 80 times their size in memory. */
Test(notebook, the_number_of_values_is_bounded)
{
	enum { VALUES = 1000001 };
	AS_AUTO_FREE char *text = malloc(3 * VALUES + 64);
	char *end = stpcpy(text, "{\"cells\": [], \"outputs\": [");

	for (size_t i = 0; i < VALUES; i++)
		end = stpcpy(end, "{},");
	strcpy(end, "1]}");
	expect_program(text, 0, UNREADABLE);
}

Test(notebook, one_without_a_program_has_a_reason)
{
	expect_program("", 0, UNREADABLE);
	expect_program("[1]", 0, UNREADABLE);
	expect_program("{}", 0, "is a notebook without code");
	expect_program(
		"{\"cells\": 7, \"worksheets\": {\"a\": 1}}", 0, "is a notebook without code");
	expect_program("{\"cells\": [7, {\"cell_type\": 1}, {\"cell_type\": \"code\"},"
		       "{\"cell_type\": \"code\", \"source\": [1, {}]}]}",
		0, "is a notebook without code");
	expect_program("{\"metadata\": {\"kernelspec\": {\"language\": \"R\"}}}", 0,
		"is a notebook of another language than Python");
}

static void expect_python(const char *code, size_t commands, const char *expected)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);
	const size_t count = ipython_write(code, strlen(code), file);
	fclose(file);
	cr_expect_eq(count, commands, "%s: %zu", code, count);
	cr_expect_str_eq(text, expected, "%s", text);
}

Test(notebook, commands_of_ipython_become_comments)
{
	expect_python("%matplotlib inline\n!pip install x\nx = 1", 2,
		"pass  # %matplotlib inline\npass  # !pip install x\nx = 1\n");
	expect_python("if x:\n    %time f()\n", 1, "if x:\n    pass  # %time f()\n");
	expect_python("%%bash\nrm -rf /\n", 1, "# %%bash\n# rm -rf /\n");
	expect_python("\n%%time\nf()\n", 1, "\npass  # %%time\nf()\n");
	expect_python("?f\nf?\n  a.b?? \nx = 1  # why?\n't?'\n", 3,
		"pass  # ?f\npass  # f?\n  pass  # a.b?? \nx = 1  # why?\n't?'\n");
}

Test(notebook, a_command_continues_after_a_backslash)
{
	expect_python("!pip install \\\n   numpy \\\n x\ny = 1\n", 1,
		"pass  # !pip install \\\n#    numpy \\\n#  x\ny = 1\n");
	expect_python("if a:\n  %timeit \\\r\n  f()\n  b\n", 1,
		"if a:\n  pass  # %timeit \\\r\n#   f()\n  b\n");
	expect_python("!ls \\", 1, "pass  # !ls \\\n");
}

Test(notebook, a_value_of_a_command_is_not_python)
{
	expect_python("files = !ls \\\n -l\n", 1, "pass  # files = !ls \\\n#  -l\n");
	expect_python("  a, b.c = %time f()\nx = 1\n", 1, "  pass  # a, b.c = %time f()\nx = 1\n");
	expect_python("x = y % 2\nx == !y\nx != 3\nx %= 2\nx = '!'\nf(a = 1)\n", 0,
		"x = y % 2\nx == !y\nx != 3\nx %= 2\nx = '!'\nf(a = 1)\n");
}

/* Lines stay in place, so that the line of an error leads to its cell. */
Test(notebook, a_line_is_in_a_cell)
{
	static const char program[] = "# In [1]:\nimport a\n\n\n# In [2]:\nx = 1\ny = (\n";

	cr_expect_eq(as_notebook_cell(program, sizeof(program) - 1, 2).cell, 1);
	cr_expect_eq(as_notebook_cell(program, sizeof(program) - 1, 7).cell, 2);
	cr_expect_eq(as_notebook_cell(program, sizeof(program) - 1, 7).line, 2);
	cr_expect_eq(as_notebook_cell(program, sizeof(program) - 1, 8).cell, 0);
	cr_expect_eq(as_notebook_cell("x = 1\n", 6, 1).cell, 0);
}

Test(notebook, a_percent_sign_of_python_stays)
{
	static const char *const codes[] = {"x = (a\n  % b)\n", "x = a \\\n  % b\n",
		"t = '''\n% d\n! x\n'''\n", "t = \"\"\"a'\n%s\"\"\" % 1\n", "x = [1, # (\n%d]\n",
		"t = 'a\\\n% b'\n", "t = '\\''\nx = {1:\n% 2}\n"};
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		expect_python(codes[i], 0, codes[i]);
	/* An unterminated string is an error of Python in its own line only. */
	expect_python("t = 'a\n%time f()\n", 1, "t = 'a\npass  # %time f()\n");
}
