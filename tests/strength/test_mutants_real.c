/* SPDX-License-Identifier: MIT */
/* The operators make real mistakes: wrong submissions of problems/ are mutants of accepted ones. */
#include <assay/mutants.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define PROBLEMS ASSAY_SOURCE_DIR "/problems"

static const struct {
	const char *kind, *package, *accepted;
	uint32_t line; /* of the accepted submission */
	const char *wrong;
} rows[] = {
	{"comparison-reversed", "coinsparity", "fixed.c", 18, "wrong_answer/worse_places.c"},
	{"reset-dropped", "coinswho", "stack.c", 10, "wrong_answer/left_over.c"},
	{"reset-dropped", "dumbsmart", "diagonal.c", 28, "wrong_answer/not_cleared.c"},
	{"term-dropped", "dumbsmart", "diagonal.c", 30, "wrong_answer/even_turns.c"},
	{"arguments-swapped", "dumbsmart", "diagonal.c", 38, "wrong_answer/swapped.c"},
	{"condition-true", "coinsparity", "fixed.c", 31, "wrong_answer/deaf.c"},
	{"branch-dropped", "coinsplay", "table.cpp", 29, "time_limit_exceeded/waits.cpp"},
	{"while-once", "coinshuge", "stack.c", 18, "wrong_answer/one_fusion.c"},
	{"while-once", "coinstwo", "stack.c", 22, "wrong_answer/one_fusion.c"},
	{"while-once", "coinswho", "stack.c", 14, "wrong_answer/one_fusion.c"},
	{"statement-dropped", "coinsparity", "fixed.c", 28, "time_limit_exceeded/no_flush.c"},
};
#define ROW_COUNT (sizeof(rows) / sizeof(*rows))

static struct as_bytes read_file(const char *path)
{
	struct as_bytes bytes = {0};
	struct as_error error = {0};

	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, &bytes, &error), 0, "%s: %s", path,
		error.text);
	return bytes;
}

/* The assembly without the names of the file and of the compiler. */
static char *compile(const char *path, const char *language)
{
	AS_AUTO_FREE char *command = as_text_format(NULL,
		"cc -x %s -O2 -w -S -o - %s | grep -v '^[[:space:]]*\\.\\(file\\|ident\\)'",
		language, path);
	FILE *out = popen(command, "r");
	char *text = NULL;
	size_t size = 0;

	cr_assert(out && getdelim(&text, &size, '\0', out) > 0, "%s", command);
	cr_assert_eq(pclose(out), 0, "%s", command);
	return text;
}

static bool is_mutant(size_t row, const struct as_mutation *mutation, const struct as_bytes *source,
	const char *language, const char *wanted)
{
	char path[] = "/tmp/assay-mutant.XXXXXX";
	AS_AUTO_BYTES struct as_bytes mutant = {0};

	if (strcmp(as_mutant_operator(mutation->kind)->name, rows[row].kind) != 0 ||
		mutation->line != rows[row].line)
		return false;
	AS_AUTO_FD int fd = mkstemp(path);
	cr_assert(fd >= 0 &&
		  as_mutant_apply(mutation, source->data, source->size, &mutant, NULL) == 0 &&
		  as_fd_write(fd, mutant.data, mutant.size, NULL) == 0);
	AS_AUTO_FREE char *code = compile(path, language);
	unlink(path);
	return strcmp(code, wanted) == 0;
}

Test(mutants_real, operators_make_wrong_submissions_of_accepted_ones)
{
	for (size_t i = 0; i < ROW_COUNT; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL,
			PROBLEMS "/%s/submissions/accepted/%s", rows[i].package, rows[i].accepted);
		AS_AUTO_FREE char *wrong = as_text_format(
			NULL, PROBLEMS "/%s/submissions/%s", rows[i].package, rows[i].wrong);
		const enum as_source_language language = as_source_language_of(path);
		const char *name = language == AS_SOURCE_CPP ? "c++" : "c";
		AS_AUTO_BYTES struct as_bytes source = read_file(path);
		AS_AUTO_FREE char *wanted = compile(wrong, name);
		struct as_mutations all = {0};
		bool is_found = false;
		cr_assert_eq(as_mutants_find(language, source.data, source.size, &all, NULL), 0);
		for (size_t j = 0; j < all.count && !is_found; j++)
			is_found = is_mutant(i, &all.items[j], &source, name, wanted);
		cr_expect(is_found, "%s of %s does not make %s", rows[i].kind, path, wrong);
		as_mutations_clear(&all);
	}
}

/* ---- the table in docs/strength.md ---- */

static void check_row(char *line)
{
	size_t named = strstr(line, "https://cwe.mitre.org/") != NULL;

	for (char *at = line; (at = strchr(at, '`')); at++) {
		char *end = strchr(at + 1, '`');
		cr_assert_not_null(end, "%s", line);
		*end = '\0';
		if (strchr(at + 1, '/') && strchr(at + 1, '_')) {
			const char *slash = strchr(at + 1, '/');
			AS_AUTO_FREE char *path =
				as_text_format(NULL, PROBLEMS "/%.*s/submissions%s",
					(int)(slash - at - 1), at + 1, slash);
			cr_expect_eq(access(path, R_OK), 0, "%s", path);
			named++;
		}
		at = end;
	}
	cr_expect(named, "no example: %s", line);
}

Test(mutants_real, the_table_names_a_real_program_for_each_operator)
{
	AS_AUTO_BYTES struct as_bytes document = read_file(ASSAY_SOURCE_DIR "/docs/strength.md");

	for (size_t i = 0; i < AS_MUTANT_OPERATOR_COUNT; i++) {
		AS_AUTO_FREE char *begin =
			as_text_format(NULL, "\n| `%s` | ", as_mutant_operator(i)->name);
		const char *row = strstr(document.data, begin);
		cr_assert_not_null(row, "%s", begin);
		AS_AUTO_FREE char *line = strndup(row + 1, strcspn(row + 1, "\n"));
		for (size_t j = 0; j < ROW_COUNT; j++) {
			AS_AUTO_FREE char *name =
				as_text_format(NULL, "`%s/%s`", rows[j].package, rows[j].wrong);
			const char *equals = strstr(line, "| = `");
			if (strcmp(rows[j].kind, as_mutant_operator(i)->name) == 0)
				cr_expect(equals && strstr(equals, name), "no %s: %s", name, line);
		}
		check_row(line);
	}
}
