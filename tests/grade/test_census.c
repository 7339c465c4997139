/* SPDX-License-Identifier: MIT */
/* Exports of random names in each layout: every file either belongs to a submission or is left out
 * with a reason, exactly once. The files of a hidden folder are left out as one. */
#include "grade/class_case.h"

#include <assay/base/letters.h>

static const char *const people[] = {"ada", "bob", "Ada Lovelace_1_assignsubmission_file",
	"Ada Lovelace_1_assignsubmission_onlinetext", "Bob_2_assignsubmission_file_",
	"Team_assignsubmission_file", "submission_1", "submission_2", "__MACOSX", ".git", "=cmd",
	"a\nb", "\xff\xfe", "\xE5\x90\x8D", "attempt-1", "2026-10-05T10:00:00Z", "..."};
static const char *const files[] = {"a.py", "A.py", "a (1).py", "a-2.py", "b.cpp", "c.txt",
	"c.py.txt", "n.ipynb", ".DS_Store", "._a.py", "x.pyc", "x.pdf", "bad.zip", "x.rar",
	"noending", "-rf", "<b>.py", "\x1b[31m.py", "\xff.py", "ada_1_2_a.py", "ada_LATE_1_2_a.py",
	"bob_3_text.html", "Ada_1_assignsubmission_file_a.py",
	"Ada_1_assignsubmission_onlinetext_o.html", "_1_2_", "a'b.py", "__init__.py", "Thumbs.db",
	"~$x.py", "x~"};
static const char *const contents[] = {
	"", "print(1)\n", "print(2)\n", "a\0b", "%PDF-1", "{}", "PK\3\4", "\xff\xfe"};

#define PICK(list, seed) (list)[(unsigned)rand_r(seed) % (sizeof(list) / sizeof(*(list)))]

/* True if the folder is in a hidden one, or is one, that exists. */
static bool is_hidden(int root, const char *folder)
{
	const char *dot = *folder == '.' ? folder : strstr(folder, "/.");
	char hidden[512];

	if (!dot)
		return false;
	const size_t length = (size_t)(strchr(dot + 1, '/') - folder);
	snprintf(hidden, sizeof(hidden), "%.*s", (int)length, folder);
	return faccessat(root, hidden, F_OK, 0) == 0;
}

/* Makes a file, or a dangling link. 1 if it is new, and a row of its own. */
static size_t put_one(int root, unsigned *seed)
{
	char path[512] = "";
	for (int depth = rand_r(seed) % 4; depth > 0; depth--) {
		strcat(path, PICK(people, seed));
		strcat(path, "/");
	}
	const size_t row = !is_hidden(root, path);
	if (*path && as_dir_make(root, path, 0755, NULL))
		return 0;
	strcat(path, PICK(files, seed));
	if (faccessat(root, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		return 0;
	if (rand_r(seed) % 16 == 0)
		return symlinkat("nowhere", root, path) == 0 ? row : 0;
	const char *content = PICK(contents, seed);
	const size_t size = content[0] == 'a' ? 3 : strlen(content);
	return as_file_write(root, path, content, size, 0644, NULL) == 0 ? row : 0;
}

static bool is_shown_once(const struct as_submissions *found, const char *path)
{
	size_t count = 0;
	for (size_t i = 0; i < found->received_count; i++)
		for (size_t k = 0; k < found->received[i].file_count; k++)
			count += strcmp(found->received[i].files[k].path, path) == 0;
	for (size_t i = 0; i < found->left_count; i++)
		count += strcmp(found->left[i].path, path) == 0;
	return count == 1;
}

static void check_names(const struct as_received *received)
{
	for (size_t i = 0; i < received->file_count; i++) {
		const char *name = received->files[i].name;
		const char *at = name;
		for (size_t size;
			(size = strspn(at, "_.+-/")) || (size = as_letter_size(at, false));)
			at += size;
		cr_expect_str_empty(at, "%s", name);
		cr_expect(i == 0 || strcmp(received->files[i - 1].name, name) < 0, "%s", name);
	}
	for (size_t i = 1; i < received->member_count; i++)
		cr_expect_lt(received->members[i - 1], received->members[i]);
}

/* `count`: of files and links. Returns the number of files that are judged. */
static size_t check_all(const struct as_submissions *found, size_t count)
{
	size_t seen = found->left_count;
	for (size_t i = 0; i < found->received_count; i++) {
		seen += found->received[i].file_count;
		check_names(&found->received[i]);
		for (size_t k = 0; k < found->received[i].file_count; k++)
			cr_expect(is_shown_once(found, found->received[i].files[k].path));
	}
	for (size_t i = 0; i < found->left_count; i++) {
		const size_t received = found->left[i].received;
		cr_expect(is_shown_once(found, found->left[i].path), "%s", found->left[i].path);
		cr_expect(received == SIZE_MAX || received < found->received_count);
	}
	cr_expect_eq(seen, count, "%zu of %zu files", seen, count);
	for (size_t i = 0; i < found->person_count; i++)
		for (size_t k = 0; k < i; k++)
			cr_expect_str_neq(found->persons[i].id, found->persons[k].id);
	return seen - found->left_count;
}

static size_t read_all(struct class *class, size_t count)
{
	size_t judged = 0;

	static const enum as_layout layouts[] = {AS_LAYOUT_AUTO, AS_LAYOUT_MOODLE, AS_LAYOUT_CANVAS,
		AS_LAYOUT_FOLDERS, AS_LAYOUT_FILES};
	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
		struct as_error error = {0};
		class->order.layout = layouts[i];
		struct as_submissions *found = as_submissions_open(&class->order, &error);
		if (found)
			judged += check_all(found, count);
		else
			cr_expect_eq(error.kind, AS_ERROR_INPUT, "%s", error.text);
		as_submissions_close(found);
	}
	return judged;
}

Test(census, every_file_is_submitted_or_listed_exactly_once)
{
	size_t judged = 0;
	for (unsigned round = 0; round < 12; round++) {
		AUTO_CLASS class = class_begin();
		unsigned seed = round;
		size_t count = 0;
		class_folder(&class, "");
		AS_AUTO_FD int root = as_dir_open(class.fd, "export", NULL);
		for (unsigned i = 0; i < 10 + 10 * round; i++)
			count += put_one(root, &seed);
		if (round % 2)
			class_roster(
				&class, "id,name,group\n1,Ada Lovelace,red\n2,Bob,red\n3,ada,\n");
		judged += read_all(&class, count);
	}
	/* A test in which all files are left out would prove little. */
	cr_expect_gt(judged, 300, "%zu", judged);
}
