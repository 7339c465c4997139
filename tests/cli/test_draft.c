/* SPDX-License-Identifier: MIT */
/* How assay export writes its archive: completely or not at all; and its reports of what a
 * conversion loses. */
#include "support/made.h"
#include "support/packages.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

TestSuite(draft, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- the file ---- */

static bool narrow(void)
{
	umask(027);
	return true;
}

/* Simulates a file system without nameless files. */
static bool narrow_without_tmpfile(void)
{
	enum { UNNAMED = O_TMPFILE & ~O_DIRECTORY };
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, UNNAMED, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof(filter) / sizeof(*filter), filter};
	return narrow() && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void expect_archive(bool (*prepare)(void))
{
	struct process process = command_start(
		ASSAY_ARGV("export", "sum", "--format", "legacy", "-o", "sum.zip"), prepare);
	AUTO_OUTCOME outcome = command_end(&process);
	struct stat status;
	EXPECT_STATUS(outcome, 0);
	cr_assert_eq(fstatat(here_fd, "sum.zip", &status, AT_SYMLINK_NOFOLLOW), 0);
	cr_expect_eq(status.st_mode & 07777, 0640, "mode %o", status.st_mode & 07777);
	cr_expect_eq(count_entries("."), 3, "something is left beside the archive");
}

Test(draft, an_archive_has_the_permissions_that_the_umask_leaves_also_in_place_of_another)
{
	put_sum_package(1);
	expect_archive(narrow);
	expect_archive(narrow);
	cr_assert_eq(unlinkat(here_fd, "sum.zip", 0), 0);
	expect_archive(narrow_without_tmpfile);
	expect_archive(narrow_without_tmpfile);
}

Test(draft, a_named_temporary_file_of_a_refused_export_is_removed)
{
	put("old/problem.yaml", "name: Old\nlimits: {time_multiplier: 0.5}\n");
	put("old/data/secret/1.in", "1\n");
	put("old/data/secret/1.ans", "1\n");
	struct process process =
		command_start(ASSAY_ARGV("export", "old", "--format", "2025-09", "-o", "new.zip"),
			narrow_without_tmpfile);
	AUTO_OUTCOME outcome = command_end(&process);
	EXPECT_COMPLAINT(outcome, 3,
		"old: cannot be converted: the result is not a valid package: problem.yaml: ");
	cr_expect_eq(count_entries("."), 2, "a draft is left");
}

/* True if a process has a file of the test's folder open that does not belong to the package. */
static bool is_writing(pid_t pid)
{
	char path[64], target[PATH_MAX];
	snprintf(path, sizeof path, "/proc/%d/fd", pid);
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, 1000, NULL);
	const size_t length = strlen(here);
	for (size_t i = 0; names && names[i]; i++) {
		ssize_t size = readlinkat(fd, names[i], target, sizeof target - 1);
		if (size <= 0)
			continue;
		target[size] = '\0';
		if (strncmp(target, here, length) == 0 && target[length] == '/' &&
			strncmp(target + length, "/sum/", 5) != 0 &&
			strcmp(target + length, "/sum") != 0)
			return true;
	}
	return false;
}

/* Packing the file takes a second; it is sparse. */
Test(draft, an_export_that_is_killed_leaves_no_temporary_file)
{
	put_sum_package(1);
	put("sum/data/secret/9.in", "");
	put("sum/data/secret/9.ans", "");
	cr_assert_eq(truncate("sum/data/secret/9.in", INT64_C(400000000)), 0);
	struct process process = command_start(ASSAY_ARGV("export", "sum", "-o", "sum.zip"), NULL);
	for (int i = 0; i < 4000 && !is_writing(process.pid); i++)
		usleep(5000);
	cr_expect(is_writing(process.pid), "it does not write");
	kill(process.pid, SIGKILL);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_eq(outcome.signal, SIGKILL);
	cr_expect_eq(count_entries("."), 2, "a draft is left");
}

/* DOMjudge finds a submission of several files by the entry of its folder. */
Test(draft, every_folder_has_an_entry_before_its_files)
{
	put("sum/problem.yaml", SUM_YAML);
	put_sum_tests(1);
	put("sum/submissions/accepted/a/b.py", "x\n");
	put("sum/submissions/accepted/a-b.py", "x\n");
	AUTO_OUTCOME packed = ASSAY("export", "--folder", "sum", "-o", "sum.zip");
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME listed = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import zipfile; print('\\n'.join(zipfile.ZipFile('sum.zip').namelist()))", NULL});
	EXPECT_STATUS(listed, 0);
	cr_expect_str_eq(listed.out.data,
		"sum/\nsum/data/\nsum/data/sample/\nsum/data/sample/1.ans\n"
		"sum/data/sample/1.in\nsum/data/secret/\nsum/data/secret/01.ans\n"
		"sum/data/secret/01.in\nsum/problem.yaml\nsum/submissions/\n"
		"sum/submissions/accepted/\nsum/submissions/accepted/a-b.py\n"
		"sum/submissions/accepted/a/\nsum/submissions/accepted/a/b.py\n");
}

/* ---- losses ---- */

static struct outcome export_legacy(void)
{
	return ASSAY("export", "sum", "--format", "legacy", "-o", "sum.zip");
}

static void expect_note(const struct outcome *outcome, const char *note)
{
	AS_AUTO_FREE char *line = as_text_format(NULL, "assay: note: %s", note);
	cr_expect_not_null(
		strstr(outcome->err.data, line), "no \"%s\" in:\n%s", line, outcome->err.data);
}

Test(draft, each_loss_in_the_legacy_format_has_a_line)
{
	put_sum_package(3);
	put("sum/problem.yaml",
		"problem_format_version: 2025-09\nuuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\n"
		"name: {en: Sum, de: Sum, sv: Summa}\n"
		"credits: {authors: A B <a@b.example>, testers: [C D]}\n"
		"allow_file_writing: false\n" SUM_LIMITS);
	put("sum/statement/problem.sv.tex", "x\n");
	put("sum/statement/problem.en.tex", "x\n");
	put("sum/statement/problem.de.tex", "x\n");
	put("sum/data/sample/test_group.yaml", "full_feedback: true\n");
	put("sum/data/secret/01.yaml", "full_feedback: true\n");
	put("sum/data/secret/02.yaml", "full_feedback: false\n");
	put("sum/data/secret/03.yaml", "full_feedback: true\noutput_visualizer_args: [a]\n");
	put("sum/data/sample/1.in.statement", "x\n");
	put("sum/output_visualizer/show.py", "x\n");
	AUTO_OUTCOME outcome = export_legacy();
	EXPECT_STATUS(outcome, 0);
	expect_note(&outcome, "problem.yaml: name 'Summa' (sv) is left out: the legacy format has "
			      "only one name\n");
	expect_note(&outcome, "problem.yaml: only the names of the authors are kept\n");
	expect_note(&outcome,
		"problem.yaml: testers are left out: the legacy format credits only authors\n");
	expect_note(&outcome, "problem.yaml: time_limit is moved to .timelimit");
	expect_note(&outcome, "problem.yaml: the legacy format has no allow_file_writing: ");
	expect_note(&outcome, "data/secret/01.yaml: full_feedback is left out: the legacy format "
			      "does not have it (2 files affected)\n");
	expect_note(&outcome, "data/secret/03.yaml: output_visualizer_args is left out: the legacy "
			      "format does not have it (1 file affected)\n");
	expect_note(&outcome, "data/sample/1.in.statement is left out: ");
	expect_note(&outcome, "output_visualizer is left out: ");
	cr_expect_null(strstr(outcome.err.data, "(de)"), "%s", outcome.err.data);
}

/* A package without a time limit has none in any format. */
Test(draft, a_conversion_without_losses_has_no_other_note)
{
	static const char *const writing[] = {"allow_file_writing: true\n", ""};
	for (size_t i = 0; i < 2; i++) {
		AS_AUTO_FREE char *yaml =
			as_text_format(NULL, SUM_YAML "%scredits: A B\n", writing[i]);
		put("sum/problem.yaml", yaml);
		put_sum_tests(1);
		AUTO_OUTCOME outcome = export_legacy();
		EXPECT_STATUS(outcome, 0);
		cr_expect_str_eq(outcome.err.data,
			"assay: note: problem.yaml: there is no time limit, so each judge measures "
			"one of its own; `assay verify --write-time-limit` writes one\n");
		cr_expect_eq(unlinkat(here_fd, "sum.zip", 0), 0);
	}
}

Test(draft, a_type_that_the_legacy_format_lacks_is_refused_with_a_remedy)
{
	AUTO_OUTCOME made = ASSAY("new", "twice", "--multi-pass");
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME outcome = ASSAY("export", "twice", "--format", "legacy", "-o", "twice.zip");
	EXPECT_COMPLAINT(outcome, 3,
		"twice/problem.yaml: cannot be expressed in the legacy format: type multi-pass; "
		"export it without --format\n");
}

static struct outcome export_validator(const char *type, const char *name, const char *source)
{
	AS_AUTO_FREE char *yaml = as_text_format(NULL, "%stype: %s\n", SUM_YAML, type);
	AS_AUTO_FREE char *path = as_text_format(NULL, "sum/output_validator/%s", name);
	as_dir_remove(here_fd, "sum", NULL);
	put("sum/problem.yaml", yaml);
	put_sum_tests(1);
	put(path, source);
	return export_legacy();
}

/* It is unknown whether the validator writes the file; if it does, scores would change. */
Test(draft, a_validator_whose_source_mentions_multipliers_is_refused_by_name)
{
	static const char refusal[] =
		"output_validator/%s: cannot be expressed in the legacy format: "
		"score_multiplier.txt; write score.txt instead";
	static const struct {
		const char *type, *name, *source;
		bool told;
	} rows[] = {
		{"scoring", "check.py", "open('score_multiplier.txt')\n", true},
		{"scoring", "check/check.py", "open('score_multiplier.txt')\n", true},
		{"scoring", "check.py", "open('score.txt')\n", false},
		{"pass-fail", "check.py", "open('score_multiplier.txt')\n", false},
		{"scoring", "check.cpp",
			"#include <assay/gen.h>\nint main(){gen_check_accept_multiplier(1, 1);}\n",
			true},
		{"scoring", "check.cpp", "#include <assay/gen.h>\nint main(){return 42;}\n", false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AUTO_OUTCOME outcome = export_validator(rows[i].type, rows[i].name, rows[i].source);
		EXPECT_STATUS(outcome, rows[i].told ? 3 : 0);
		AS_AUTO_FREE char *line = as_text_format(NULL, refusal, rows[i].name);
		cr_expect_eq(strstr(outcome.err.data, line) != NULL, rows[i].told, "%zu: %s", i,
			outcome.err.data);
	}
}

Test(draft, a_testlib_validator_is_noted_in_every_format)
{
	put("sum/assay.yaml", "output_validator: testlib\n");
	put_sum_package(1);
	put("sum/output_validator/check.py", "x\n");
	AUTO_OUTCOME outcome = ASSAY("export", "sum", "-o", "sum.zip");
	EXPECT_STATUS(outcome, 0);
	expect_note(&outcome, "the output validator has a testlib-style exit status");
}

/* ---- statements ---- */

/* Exports and unpacks: the Markdown statement becomes this LaTeX one. */
static void expect_latex(const char *markdown, const char *latex)
{
	put("sum/statement/problem.en.md", markdown);
	AUTO_OUTCOME outcome = export_legacy();
	EXPECT_STATUS(outcome, 0);
	expect_note(&outcome, "problem_statement/problem.en.tex is converted from Markdown, which "
			      "the legacy format does not have; review it\n");
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "sum.zip", "out", NULL});
	EXPECT_STATUS(unpacked, 0);
	expect_content("out/problem_statement/problem.en.tex", latex);
	expect_content("out/problem_statement/problem.en.md", markdown);
}

#define TITLE "\\problemname{Sum}\n\n"

Test(draft, a_statement_in_markdown_has_one_in_latex_beside_it)
{
	static const char *const rows[][2] = {
		{"One\ntwo.\n\nThree.\n", TITLE "One\ntwo.\n\nThree.\n\n"},
		{"# In\n\nx\n## Out\n", TITLE "\\section*{In}\n\nx\n\n\\section*{Out}\n\n"},
		{"50% & #1 a_b {c} ~ ^ < >",
			TITLE "50\\% \\& \\#1 a\\_b \\{c\\} \\textasciitilde{} "
			      "\\textasciicircum{} \\textless{} \\textgreater{}\n\n"},
		{"$a_1 < b$, $$x^2$$, 5$", TITLE "$a_1 < b$, \\[x^2\\], 5\\$\n\n"},
		{"*a* **b $x*y$** _c_ d_e_f 2 * 3 * 4",
			TITLE "\\emph{a} \\textbf{b $x*y$} \\emph{c} d\\_e\\_f 2 * 3 * 4\n\n"},
		{"`a_b $` and \\*", TITLE "\\texttt{a\\_b \\$} and *\n\n"},
		{"[here](http://a.example/x_y) ![p](p.png)",
			TITLE "here (\\texttt{http://a.example/x\\_y}) "
			      "\\includegraphics[width=0.8\\textwidth]{p.png}\n\n"},
		{"* a\n  b\n* c\n\nd\n",
			TITLE "\\begin{itemize}\n\\item a\nb\n\\item c\n\\end{itemize}\n\nd\n\n"},
		{"1. a\n2. b\n", TITLE "\\begin{enumerate}\n\\item a\n\\item b\n"
				       "\\end{enumerate}\n\n"},
		{"| a | $b | c$ |\n|---|:-:|\n| 1 | `2|` |\n",
			TITLE "\\begin{tabular}{ll}\na & $b | c$ \\\\\n\\hline\n1 & "
			      "\\texttt{2|} \\\\\n\\end{tabular}\n\n"},
		/* A dollar sign alone begins no formula. */
		{"| a | b |\n|---|---|\n| 5$ | $c |d\n",
			TITLE "\\begin{tabular}{ll}\na & b \\\\\n\\hline\n5\\$ & \\$c \\\\\n"
			      "\\end{tabular}\n\n"},
		{"```\n| $a | b$\n```\n![x]()",
			TITLE "\\begin{verbatim}\n| $a | b$\n\\end{verbatim}\n\n"
			      "\\includegraphics[width=0.8\\textwidth]{}\n\n"},
		{"```\n# no *head*\n\n```\nx",
			TITLE "\\begin{verbatim}\n# no *head*\n\n\\end{verbatim}\n\nx\n\n"},
		{"* a\n  1. b\n* `c`\n\n  d\n",
			TITLE "\\begin{itemize}\n\\item a\n\\begin{enumerate}\n\\item b\n"
			      "\\end{enumerate}\n\n\\item \\texttt{c}\n\nd\n\\end{itemize}\n\n"},
		{"> a&nbsp;&lt;&ge;\n\n***\n", TITLE "\\begin{quote}\na~\\textless{}\\&ge;\n\n"
						     "\\end{quote}\n\n\\hrulefill\n\n"},
		{"<http://a.example/> [![*p*](p.png)](b)\\\nc",
			TITLE "http://a.example/ \\includegraphics[width=0.8\\textwidth]{p.png} "
			      "(\\texttt{b})\\\\\nc\n\n"},
		{"$$a % one\nb$$", TITLE "\\[a % one\nb\\]\n\n"},
		{"", TITLE},
	};
	put("sum/problem.yaml", SUM_YAML);
	put_sum_tests(1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		expect_latex(rows[i][0], rows[i][1]);
		as_dir_remove(here_fd, "out", NULL);
	}
}

Test(draft, a_statement_has_the_name_of_its_language_and_an_authors_own_stays)
{
	put("sum/problem.yaml", "problem_format_version: 2025-09\n"
				"uuid: 0f8f1a38-2a5c-4b35-8f0a-3b6a0f2e7d11\n"
				"name: {en: Sum, de: \"A_b\", sv: Summa}\n");
	put_sum_tests(1);
	put("sum/statement/problem.en.md", "x\n");
	put("sum/statement/problem.de.md", "x\n");
	put("sum/statement/problem.sv.tex", "own\n");
	AUTO_OUTCOME outcome = export_legacy();
	EXPECT_STATUS(outcome, 0);
	expect_note(&outcome, "problem.yaml: name 'Summa' (sv) is left out");
	cr_expect_null(strstr(outcome.err.data, "(de)"), "%s", outcome.err.data);
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "sum.zip", "out", NULL});
	EXPECT_STATUS(unpacked, 0);
	expect_content("out/problem_statement/problem.de.tex",
		"%% plainproblemname: A_b\n\\problemname{A\\_b}\n\nx\n\n");
	expect_content("out/problem_statement/problem.sv.tex", "own\n");
}

/* ---- submissions ---- */

/* Verdicts and scores stay the same there. */
Test(draft, submissions_that_earn_points_stay_in_their_folders)
{
	put("sum/problem.yaml", SUM_YAML "type: scoring\n");
	put_sum_tests(1);
	put("sum/submissions/accepted/right.py", "x\n");
	put("sum/submissions/wrong_answer/a.py", "x\n");
	put("sum/submissions/submissions.yaml", "wrong_answer/a.py:\n  score: 20\n");
	AUTO_OUTCOME outcome = export_legacy();
	EXPECT_STATUS(outcome, 0);
	expect_note(&outcome,
		"problem.yaml: the score of a submission that is not accepted counts in ");
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "sum.zip", "out", NULL});
	EXPECT_STATUS(unpacked, 0);
	cr_expect(exists("out/submissions/wrong_answer/a.py"));
	cr_expect(!exists("out/submissions/partially_accepted"));
}
