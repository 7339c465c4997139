/* SPDX-License-Identifier: MIT */
/* Submissions in the form that the judge reads. */
#include "grade/class_case.h"

#include <errno.h>

static const struct as_package package = {.limits = {.code_bytes = 1000}};

static void expect_taken(const struct as_submissions *found, const char *id,
	const char *const *asked, const char *expected)
{
	struct as_submitted submitted;
	struct as_error error = {0};
	size_t received[8];
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	size_t person = 0;
	while (person < found->person_count && strcmp(found->persons[person].id, id) != 0)
		person++;
	cr_assert_lt(person, found->person_count, "%s", id);
	cr_assert_geq(as_submissions_of(found, person, received), 1, "%s", id);
	cr_assert_eq(as_received_take(found, received[0], &package, asked, &submitted, &error), 0,
		"%s", error.text);
	FILE *file = open_memstream(&text, &size);
	fprintf(file, "%s%s", submitted.sources.single ? "single" : "folder",
		submitted.sources.reason ? submitted.sources.reason : "");
	for (size_t i = 0; i < submitted.sources.count; i++)
		fprintf(file, " %s=%s", submitted.sources.files[i].name,
			submitted.sources.files[i].data.data);
	for (char **note = submitted.sources.notes; note && *note; note++)
		fprintf(file, "note %s\n", *note);
	fclose(file);
	cr_expect_str_eq(text, expected, "%s", text);
	as_submitted_clear(&submitted);
}

Test(take, submissions_are_read_in_the_form_that_the_judge_expects)
{
	static const char *const asked[] = {"a.*", NULL};
	AUTO_CLASS class = class_begin();
	class_folder(&class,
		"--- file ada/hw/My Coins.py\nx\n"
		"--- file bob/a.py\na\n"
		"--- file bob/b.py\nb\n"
		"--- file eve/coins.ipynb\n{\"cells\": [{\"cell_type\": \"code\", \"source\": "
		"\"%time f()\\nx = 1\"}]}\n"
		"--- file joe/coins.ipynb\n{\"cells\": [{\"cell_type\": \"code\", \"source\": "
		"\"x\"}]}\n"
		"--- file joe/coins.py\n# In[1]:\n\nx\n"
		"--- file may/coins.ipynb\n{\"cells\": [{\"cell_type\": \"code\", \"source\": "
		"\"x\"}]}\n"
		"--- file may/coins.py\ny\n"
		"--- file sue/coins.ipynb\n{}\n");
	struct as_submissions *found = as_submissions_open(&class.order, NULL);
	cr_assert_not_null(found);
	expect_taken(found, "ada", NULL, "single My_Coins.py=x\n");
	expect_taken(found, "bob", NULL, "folder a.py=a\n b.py=b\n");
	expect_taken(found, "bob", asked, "single a.py=a\n");
	expect_taken(found, "eve", NULL,
		"single coins.py=# In [1]:\npass  # %time f()\nx = 1\n"
		"note coins.py: IPython commands of the notebook are left out: 1\n");
	bool is_said = false;
	for (size_t i = 0; i < found->findings.count; i++)
		is_said |=
			strcmp(found->findings.items[i].text,
				"'coins.ipynb': 1 IPython command is left out (1 code cell)") == 0;
	cr_expect(is_said);
	expect_taken(found, "joe", NULL, "single coins.py=# In[1]:\n\nx\n");
	expect_taken(found, "may", NULL, "folder coins-notebook.py=# In [1]:\nx\n coins.py=y\n");
	expect_taken(found, "sue", NULL, "folderempty");
	cr_expect_eq(found->left_count, 2);
	for (size_t i = 0; i < found->left_count; i++)
		cr_expect_eq(found->left[i].reason, AS_LEFT_NOTEBOOK);
	as_submissions_close(found);
}

Test(take, a_changed_file_is_refused)
{
	AUTO_CLASS class = class_begin();
	class_folder(&class, "--- file ada/a.py\nx\n");
	struct as_submissions *found = as_submissions_open(&class.order, NULL);
	struct as_submitted submitted;
	struct as_error error = {0};
	cr_assert_not_null(found);
	AS_AUTO_FD int ada = as_dir_open(class.fd, "export/ada", NULL);
	cr_assert_eq(as_file_write(ada, "a.py", "y\n", 2, 0644, NULL), 0);
	cr_expect_eq(as_received_take(found, 0, &package, NULL, &submitted, &error), -1);
	cr_expect_eq(error.sys_errno, ESTALE);
	cr_expect_str_eq(error.where, "ada/a.py");
	cr_expect_str_eq(error.text, "changed while the class was graded; start again");
	as_submitted_clear(&submitted);
	as_submissions_close(found);
}

static size_t count_entries(int fd, const char *name)
{
	AS_AUTO_FD int folder = as_dir_open(fd, name, NULL);
	AS_AUTO_NAMES char **names = as_dir_list(folder, 100, NULL);
	size_t count = 0;
	while (names && names[count])
		count++;
	return count;
}

Test(take, an_archive_is_kept_until_the_end_and_then_removed)
{
	AUTO_CLASS class = class_begin();
	class_zip(&class, "--- file ada/a.py\nx\n--- file bob/b.py\ny\n");
	AS_AUTO_FREE char *temp = as_text_format(NULL, "%s/temp", class.path);
	cr_assert_eq(mkdir(temp, 0700), 0);
	cr_assert_eq(setenv("TMPDIR", temp, 1), 0);
	struct as_submissions *found = as_submissions_open(&class.order, NULL);
	cr_assert_not_null(found);
	expect_taken(found, "bob", NULL, "single b.py=y\n");
	cr_expect_eq(count_entries(class.fd, "temp"), 1);
	as_submissions_close(found);
	cr_expect_eq(count_entries(class.fd, "temp"), 0);
}

static size_t count_descriptors(void)
{
	AS_AUTO_FD int fd = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 10000, NULL);
	size_t count = 0;
	while (names && names[count])
		count++;
	return count;
}

Test(take, many_archives_need_no_more_descriptors)
{
	AUTO_CLASS class = class_begin();
	AS_AUTO_BYTES struct as_bytes zip = zip_make("--- file a.py\nx\n");
	class_folder(&class, "--- file p0/a.py\nx\n");
	AS_AUTO_FD int root = as_dir_open(class.fd, "export", NULL);
	for (int i = 1; i < 40; i++) {
		char name[32];
		snprintf(name, sizeof(name), "p%d.zip", i);
		cr_assert_eq(as_file_write(root, name, zip.data, zip.size, 0644, NULL), 0);
	}
	const size_t before = count_descriptors();
	struct as_submissions *found = as_submissions_open(&class.order, NULL);
	cr_assert_not_null(found);
	cr_expect_eq(found->received_count, 40);
	cr_expect_lt(count_descriptors(), before + 10);
	expect_taken(found, "p39", NULL, "single a.py=x\n");
	as_submissions_close(found);
	cr_expect_eq(count_descriptors(), before);
}
