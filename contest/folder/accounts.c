/* SPDX-License-Identifier: MIT */
/* Accounts. */
#include "shared.h"

#include <arpa/inet.h>
#include <assay/accounts.h>
#include <assay/base/fit.h>
#include <assay/base/private.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define ACCOUNT(member) offsetof(struct as_contest_account, member)

/* ---- keys ---- */

static int read_username(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	const char *name;
	struct as_error why = {0};

	if (as_node_text(node, &name, error))
		return -1;
	if (as_username_check(name, &why))
		return as_node_error(node, error, "%s", why.text);
	return folder_line(folder, node, member, error);
}

/* Errors are rephrased, because messages must never show a password. */
static int read_password(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_account *account = item;
	const char *password;
	struct as_error why = {0};

	if (as_node_text(node, &password, error))
		return -1;
	account->password_is_hash = as_password_is_hash(password);
	if (as_password_check(password, &why))
		return as_node_error(node, error, "%s", why.text);
	return folder_line(folder, node, &account->password, error);
}

FOLDER_WORD(read_role, enum as_contest_role, folder_role_names)
FOLDER_REFERENCE(read_team, FOLDER_TEAMS)
FOLDER_REFERENCE(read_person, FOLDER_PERSONS)

static int read_ip(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	unsigned char address[sizeof(struct in6_addr)];
	const char *ip;

	if (as_node_text(node, &ip, error))
		return -1;
	if (inet_pton(AF_INET, ip, address) != 1 && inet_pton(AF_INET6, ip, address) != 1)
		return as_node_error(node, error,
			"ip '%.*s' is not an address; write one such as 10.0.0.1 or fd00::1",
			as_text_fit(ip, 60), ip);
	return folder_line(folder, node, member, error);
}

static const struct folder_key keys[] = {
	{"id", folder_unused, 0, 0},
	{"username", read_username, ACCOUNT(username), FOLDER_REQUIRED | FOLDER_TEXT},
	{"password", read_password, 0, 0},
	{"name", folder_line, ACCOUNT(name), 0},
	{"type", read_role, ACCOUNT(role), FOLDER_REQUIRED},
	{"ip", read_ip, ACCOUNT(ip), FOLDER_TEXT},
	{"team_id", read_team, ACCOUNT(team), 0},
	{"person_id", read_person, ACCOUNT(person), 0},
};

/* ---- an account ---- */

static int name_account(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_account *account = item;
	const char *name = json_string_value(as_node_child(node, "username").value);

	if (name && as_contest_is_id(name)) {
		account->id = strdup(name);
		return account->id ? 0 : as_error_no_memory(error);
	}
	return folder_note(folder, AS_FINDING_ERROR, node, error,
		"the account has no id, and its username cannot be one; add an id");
}

/* True if the file of shared accounts has the username. */
static bool is_shared(const struct folder *folder, const char *username)
{
	return folder_unique_line(folder->shared->lines, "username", username) > 0;
}

/* True if only a file of shared accounts could give the account of a team its team and password.
 * Commands that read a contest which was served with such a file, but not the file, go on without
 * the account: nobody can log in with it. */
static bool is_left_out(const struct folder *folder, const struct as_node *node,
	const struct as_contest_account *account)
{
	return !folder->options->accounts && account->role == AS_CONTEST_TEAM &&
	       json_is_string(as_node_child(node, "type").value) &&
	       folder_is_absent(node, "team_id") && folder_is_absent(node, "password");
}

static int check_team(struct folder *folder, const struct as_node *node,
	const struct as_contest_account *account, struct as_error *error)
{
	const struct as_node team = as_node_child(node, "team_id");
	const bool is_team = account->role == AS_CONTEST_TEAM &&
			     json_is_string(as_node_child(node, "type").value);

	if (is_left_out(folder, node, account))
		return folder_note(folder, AS_FINDING_WARNING, node, error,
			"the account of a team has no team, so it is left out; add team_id, or "
			"name "
			"the file of shared accounts that has the username (serve --accounts)");
	/* The file of shared accounts, or accounts.yaml, can name the team instead. */
	if (is_team && folder_is_absent(node, "team_id") && !folder->shared->is_reading &&
		!is_shared(folder, account->username))
		return folder_note(folder, AS_FINDING_ERROR, node, error,
			"the account of a team has no team; add team_id");
	if (account->role != AS_CONTEST_TEAM && !folder_is_absent(node, "team_id"))
		return folder_note(folder, AS_FINDING_ERROR, &team, error,
			"only accounts of type team have a team_id; remove it, or change the type");
	return 0;
}

static int check_password(struct folder *folder, const struct as_node *node,
	const struct as_contest_account *account, struct as_error *error)
{
	const struct as_node password = as_node_child(node, "password");

	if (account->password && account->username &&
		strcmp(account->password, account->username) == 0)
		return folder_note(folder, AS_FINDING_ERROR, &password, error,
			"the password is the username; choose another one");
	if (folder_is_absent(node, "password") && folder_is_absent(node, "ip") &&
		!is_shared(folder, account->username) && !is_left_out(folder, node, account))
		return folder_note(folder, AS_FINDING_WARNING, node, error,
			"the account has neither a password nor an ip; nobody can log in with it");
	return 0;
}

static int check_unique(struct folder *folder, const struct as_node *node, const char *key,
	const char *value, struct as_error *error)
{
	const struct as_node child = as_node_child(node, key);

	return value ? folder_unique(folder, &child, value, error) : 0;
}

static int check_account(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_account *account = item;

	if (folder_is_absent(node, "person_id"))
		account->person = AS_CONTEST_NONE;
	if (check_team(folder, node, account, error) ||
		check_password(folder, node, account, error) ||
		check_unique(folder, node, "username", account->username, error) ||
		check_unique(folder, node, "ip", account->ip, error))
		return -1;
	if (account->role != AS_CONTEST_TEAM || folder_is_absent(node, "team_id"))
		account->team = AS_CONTEST_NONE;
	return 0;
}

static void clear_account(void *item)
{
	struct as_contest_account *account = item;

	if (account->password)
		explicit_bzero(account->password, strlen(account->password));
	free(account->password);
}

const struct folder_list folder_account_list = {.part = FOLDER_ACCOUNTS,
	.noun = "account",
	.item_bytes = sizeof(struct as_contest_account),
	.items = offsetof(struct as_contest, accounts),
	.count = offsetof(struct as_contest, account_count),
	.keys = {keys, COUNT(keys)},
	.name = name_account,
	.named = ACCOUNT(username),
	.check = check_account,
	.clear = clear_account};

/* ---- the file ---- */

static bool has_password(const struct as_contest *contest)
{
	for (size_t i = 0; i < contest->account_count; i++)
		if (contest->accounts[i].password)
			return true;
	return false;
}

/* accounts.yaml has passwords, so it must be private. */
static int check_mode(struct folder *folder, const char *name, struct as_error *error)
{
	struct stat status;
	AS_AUTO_FD int fd = as_tree_open(folder->contest->tree.fd, name);

	if (fd < 0 || fstat(fd, &status))
		return 0;
	if (status.st_mode & S_IROTH)
		return folder_add(folder, AS_FINDING_ERROR, name, error,
			"everybody on this machine can read the passwords; run: chmod 600 %s/%s",
			folder->contest->path, name);
	if (as_is_writable_by_others(&status))
		return folder_add(folder, AS_FINDING_ERROR, name, error,
			"other users of this machine can change the accounts; run: chmod 600 "
			"%s/%s",
			folder->contest->path, name);
	return 0;
}

int folder_accounts_check(struct folder *folder, struct as_error *error)
{
	const struct as_contest *contest = folder->contest;

	for (size_t i = 0; i < contest->account_count; i++)
		if (contest->accounts[i].role == AS_CONTEST_ADMIN)
			return 0;
	if (folder->is_broken[FOLDER_ACCOUNTS])
		return 0;
	return folder_add(folder, AS_FINDING_WARNING, "accounts.yaml", error,
		"no account has the type admin; nobody can start the contest, thaw or finalise it");
}

/* Removes the accounts that check_team leaves out. */
static void leave_out(struct folder *folder)
{
	struct as_contest *contest = folder->contest;
	size_t count = 0;

	for (size_t i = 0; i < contest->account_count; i++) {
		struct as_contest_account *account = &contest->accounts[i];
		if (account->role == AS_CONTEST_TEAM && account->team == AS_CONTEST_NONE &&
			!account->password)
			folder->clear_item(&folder_account_list, account);
		else
			contest->accounts[count++] = *account;
	}
	contest->account_count = count;
}

int folder_accounts_read(struct folder *folder, struct as_error *error)
{
	if (folder_part_read(folder, FOLDER_ACCOUNTS, error))
		return -1;
	if (!folder->options->accounts)
		leave_out(folder);
	return has_password(folder->contest) && (check_mode(folder, "accounts.yaml", error) ||
							check_mode(folder, "accounts.json", error))
		       ? -1
		       : 0;
}
