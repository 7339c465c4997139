/* SPDX-License-Identifier: MIT */
/* accounts.yaml: the passwords of the people. */
#include "reading.h"

#include <assay/base/private.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_NAME "accounts.yaml"

struct account {
	char *id, *password;
};

static void account_clear(struct account *account)
{
	if (account->password)
		explicit_bzero(account->password, strlen(account->password));
	free(account->id);
	free(account->password);
}

static int read_id(const struct as_node *node, void *target, struct as_error *error)
{
	return course_line(node, &((struct account *)target)->id, error);
}

/* Messages never show a password. */
static int read_password(const struct as_node *node, void *target, struct as_error *error)
{
	const char *password;
	struct as_error why = {0};

	if (as_node_text(node, &password, error))
		return -1;
	if (as_text_has_control(password))
		return as_node_error(
			node, error, "the password has a control character; choose another one");
	return as_password_check(password, &why)
		       ? as_node_error(node, error, "%s", why.text)
		       : as_text_copy(&((struct account *)target)->password, password, error);
}

static int take_account(struct folder *folder, const struct as_node *node, struct account *account,
	struct as_error *error)
{
	const struct as_node id = as_node_child(node, "id");
	const struct as_node password = as_node_child(node, "password");
	size_t index;

	if (!account->id)
		return 0;
	if (course_person(folder, AS_FINDING_WARNING, &id, account->id, &index, error))
		return -1;
	if (index == AS_COURSE_NONE || !account->password)
		return 0;
	struct as_course_person *person = &folder->course->people[index];
	if (person->password)
		return course_note(folder, AS_FINDING_ERROR, &id, error,
			"'%s' has two accounts; remove one", account->id);
	if (strcmp(account->password, person->of.username) == 0)
		return course_note(folder, AS_FINDING_ERROR, &password, error,
			"the password is the username; choose another one");
	person->password_is_hash = as_password_is_hash(account->password);
	person->password = as_steal(account->password);
	return 0;
}

static int read_account(struct folder *folder, const struct as_node *node, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"id", read_id, true},
		{"password", read_password, true},
	};
	AS_AUTO(account_clear) struct account account = {0};

	return course_read(folder, node, keys, 2, &account, error)
		       ? -1
		       : take_account(folder, node, &account, error);
}

static int read_list(struct folder *folder, const struct as_node *root, struct as_error *error)
{
	/* An empty YAML file is an empty mapping: a list whose entries are all commented out. */
	if (json_is_object(root->value) && json_object_size(root->value) == 0)
		return 0;
	if (!json_is_array(root->value))
		return course_note(folder, AS_FINDING_ERROR, root, error,
			"the file must be a list; write - before each account");
	for (size_t i = 0; i < json_array_size(root->value); i++) {
		const struct as_node item = as_node_item(root, i);
		if (read_account(folder, &item, error))
			return -1;
	}
	return 0;
}

/* The file has passwords, so it must be private. */
static int check_mode(struct folder *folder, struct as_error *error)
{
	const struct as_course *course = folder->course;
	struct stat status;
	AS_AUTO_FD int fd = as_tree_open(course->tree.fd, FILE_NAME);

	if (fd < 0 || fstat(fd, &status))
		return 0;
	if ((status.st_mode & S_IROTH) || as_is_writable_by_others(&status))
		return course_add(folder, AS_FINDING_ERROR, FILE_NAME, error,
			"other users of this machine can %s the passwords; run: chmod 600 "
			"%s/" FILE_NAME,
			status.st_mode & S_IROTH ? "read" : "change", course->path);
	return 0;
}

int course_accounts_read(struct folder *folder, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const int status = course_document(folder, FILE_NAME, &document, error);
	const struct as_node root = as_node_root(&document);
	size_t lacking = 0;

	if (status < 0 ||
		(status > 0 && (read_list(folder, &root, error) || check_mode(folder, error))))
		return -1;
	for (size_t i = 0; i < folder->course->person_count; i++)
		lacking += !folder->course->people[i].password;
	return lacking ? course_add(folder, AS_FINDING_INFO, FILE_NAME, error,
				 "%zu of %zu people have no password; to make them, run: assay "
				 "course passwords %s",
				 lacking, folder->course->person_count, folder->course->path)
		       : 0;
}
