/* SPDX-License-Identifier: MIT */
/*
 * Accounts that several contests share: a file with the keys of accounts.yaml, outside the folders.
 * An account of the folder with the same username is the same user: it adds keys that differ
 * between contests, such as the team. Keys in both must be equal; only the file has the password.
 */
#include "shared.h"

#include <arpa/inet.h>
#include <assay/base/private.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the file ---- */

/* Begins with '/' or '.', so that findings about the file differ from those about the folder. */
static char *name_file(const char *path, struct as_error *error)
{
	return as_text_format(error, "%s%s", *path == '/' || *path == '.' ? "" : "./", path);
}

/* The same rule as for the mode of accounts.yaml. */
static int check_shared_mode(struct folder *folder, const char *name, struct as_error *error)
{
	struct stat status;

	if (stat(name, &status) ||
		(!(status.st_mode & S_IROTH) && !as_is_writable_by_others(&status)))
		return 0;
	return folder_add(folder, AS_FINDING_ERROR, name, error,
		"other users of this machine can read or change the accounts; run: chmod 600 %s",
		name);
}

static int parse_shared(
	struct folder *folder, const struct as_document *document, struct as_error *error)
{
	const struct as_node root = as_node_root(document);

	/* An empty YAML file is an empty mapping. */
	if (json_is_object(root.value) && json_object_size(root.value) == 0)
		return 0;
	return folder_list_read(folder, &folder_account_list, &root, &folder->shared->items,
		&folder->shared->count, error);
}

int folder_shared_read(struct folder *folder, struct as_error *error)
{
	struct folder_shared *shared = folder->shared;
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (!folder->options->accounts)
		return 0;
	char *name = name_file(folder->options->accounts, error);
	folder->contest->accounts_file = name;
	if (!name || folder_load(&document, AT_FDCWD, name, name, error) ||
		check_shared_mode(folder, name, error))
		return -1;
	shared->is_reading = true;
	const int failed = parse_shared(folder, &document, error);
	shared->is_reading = false;
	shared->lines = as_steal(folder->seen);
	for (size_t i = 0; i < shared->count; i++)
		shared->items[i].shared = i + 1;
	return failed;
}

void folder_shared_clear(struct folder *folder)
{
	struct folder_shared *shared = folder->shared;

	for (size_t i = 0; i < shared->count; i++)
		folder_item_clear(&folder_account_list, &shared->items[i]);
	free(shared->items);
	json_decref(shared->lines);
}

/* ---- places ---- */

/* A finding at the line of the username in accounts.yaml. */
static int note_shared(struct folder *folder, const struct as_contest_account *own,
	const struct as_contest_account *shared, const char *key, struct as_error *error)
{
	const unsigned line =
		folder_unique_line(folder->shared->lines, "username", shared->username);
	const char *file = folder->contest->accounts_file, *name = own->username;
	AS_AUTO_FREE char *where = as_text_format(error, "accounts.yaml:%u",
		folder_unique_line(folder->seen, "username", own->username));

	if (!where)
		return -1;
	if (strcmp(own->username, shared->username) != 0)
		return folder_add(folder, AS_FINDING_ERROR, where, error,
			"the %s of username '%s' is also in line %u of %s; choose another %s", key,
			name, line, file, key);
	if (strcmp(key, "log-in") == 0)
		return folder_add(folder, AS_FINDING_ERROR, where, error,
			"the ip of username '%s' is a log-in to all contests; write it in line %u "
			"of %s",
			name, line, file);
	if (strcmp(key, "password") == 0)
		return folder_add(folder, AS_FINDING_ERROR, where, error,
			"username '%s' is also in line %u of %s; write its password only there",
			name, line, file);
	return folder_add(folder, AS_FINDING_ERROR, where, error,
		"the %s of username '%s' differs from that in line %u of %s; make the values "
		"equal, or rename one of the two users",
		key, name, line, file);
}

/* ---- both ---- */

static struct as_contest_account *find_username(
	const struct as_contest *contest, size_t count, const char *username)
{
	for (size_t i = 0; i < count; i++)
		if (contest->accounts[i].username &&
			strcmp(contest->accounts[i].username, username) == 0)
			return &contest->accounts[i];
	return NULL;
}

/* An IPv4 address is the same as its form in IPv6. */
static bool read_address(const char *text, struct in6_addr *address)
{
	struct in_addr four;

	if (inet_pton(AF_INET, text, &four) != 1)
		return inet_pton(AF_INET6, text, address) == 1;
	*address = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
	memcpy(&address->s6_addr[12], &four, sizeof(four));
	return true;
}

static bool is_same_ip(const char *a, const char *b)
{
	struct in6_addr of_a, of_b;

	return a && b && read_address(a, &of_a) && read_address(b, &of_b) &&
	       memcmp(&of_a, &of_b, sizeof(of_a)) == 0;
}

/* A session that begins by an address holds in all contests: the folder of one contest gives it to
 * a team, but not to the jury. */
static bool is_wide(const struct as_contest_account *own, const struct as_contest_account *shared)
{
	return own->ip && !shared->ip && own->role != AS_CONTEST_TEAM;
}

static bool differ(size_t one, size_t other)
{
	return one != AS_CONTEST_NONE && other != AS_CONTEST_NONE && one != other;
}

/* The first key in which the two accounts of a username contradict each other, or NULL. */
static const char *find_conflict(
	const struct as_contest_account *own, const struct as_contest_account *shared)
{
	return own->password                                               ? "password"
	       : own->role != shared->role                                 ? "type"
	       : is_wide(own, shared)                                      ? "log-in"
	       : own->ip && shared->ip && !is_same_ip(own->ip, shared->ip) ? "ip"
	       : differ(own->team, shared->team)                           ? "team_id"
	       : differ(own->person, shared->person)                       ? "person_id"
									   : NULL;
}

/* The account of the folder also gets the keys that only the file has. */
static void complete(struct as_contest_account *own, struct as_contest_account *shared)
{
	own->password = as_steal(shared->password);
	own->password_is_hash = shared->password_is_hash;
	if (!own->ip)
		own->ip = as_steal(shared->ip);
	if (!own->name)
		own->name = as_steal(shared->name);
	if (own->team == AS_CONTEST_NONE)
		own->team = shared->team;
	if (own->person == AS_CONTEST_NONE)
		own->person = shared->person;
	own->shared = shared->shared;
}

static int check_has_team(
	struct folder *folder, const struct as_contest_account *account, struct as_error *error)
{
	const struct as_contest *contest = folder->contest;

	if (account->role != AS_CONTEST_TEAM || account->team != AS_CONTEST_NONE ||
		contest->error_count > 0)
		return 0;
	AS_AUTO_FREE char *where = as_text_format(error, "%s:%u", contest->accounts_file,
		folder_unique_line(folder->shared->lines, "username", account->username));
	return where ? folder_add(folder, AS_FINDING_ERROR, where, error,
			       "username '%s' has no team in the contest %s; add team_id here, or "
			       "add the username with its team_id to %s/accounts.yaml",
			       account->username, contest->path, contest->path)
		     : -1;
}

/* The ip of an account that both files name is that of no other account. */
static int check_ip(
	struct folder *folder, const struct as_contest_account *own, struct as_error *error)
{
	const struct as_contest *contest = folder->contest;

	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *other = &contest->accounts[i];
		if (other == own || !other->username || !is_same_ip(other->ip, own->ip))
			continue;
		AS_AUTO_FREE char *where = as_text_format(error, "accounts.yaml:%u",
			folder_unique_line(folder->seen, "username", own->username));
		return where ? folder_add(folder, AS_FINDING_ERROR, where, error,
				       "the ip of username '%s' is also that of username '%s'; "
				       "choose another ip",
				       own->username, other->username)
			     : -1;
	}
	return 0;
}

static int check_new(struct folder *folder, size_t own_count,
	const struct as_contest_account *shared, struct as_error *error)
{
	for (size_t i = 0; i < own_count; i++) {
		const struct as_contest_account *own = &folder->contest->accounts[i];
		if (own->username && strcmp(own->id, shared->id) == 0 &&
			note_shared(folder, own, shared, "id", error))
			return -1;
		if (own->username && is_same_ip(own->ip, shared->ip) &&
			note_shared(folder, own, shared, "ip", error))
			return -1;
	}
	return check_has_team(folder, shared, error);
}

static int add_shared(struct folder *folder, size_t own_count, struct as_contest_account *shared,
	struct as_error *error)
{
	struct as_contest *contest = folder->contest;
	struct as_contest_account *own = find_username(contest, own_count, shared->username);

	if (own) {
		const char *conflict = find_conflict(own, shared);
		if (conflict)
			return note_shared(folder, own, shared, conflict, error);
		complete(own, shared);
		return check_ip(folder, own, error) ? -1 : check_has_team(folder, own, error);
	}
	if (check_new(folder, own_count, shared, error))
		return -1;
	struct as_contest_account *grown =
		as_array_grow(contest->accounts, contest->account_count, sizeof(*grown), error);
	if (!grown)
		return -1;
	contest->accounts = grown;
	contest->accounts[contest->account_count++] = *shared;
	*shared = (struct as_contest_account){0};
	return 0;
}

static int compare_account_ids(const void *left, const void *right)
{
	return folder_compare_ids(((const struct as_contest_account *)left)->id,
		((const struct as_contest_account *)right)->id);
}

int folder_shared_merge(struct folder *folder, struct as_error *error)
{
	struct as_contest *contest = folder->contest;
	const size_t own_count = contest->account_count;

	for (size_t i = 0; i < folder->shared->count; i++)
		if (folder->shared->items[i].username &&
			add_shared(folder, own_count, &folder->shared->items[i], error))
			return -1;
	if (contest->account_count > own_count)
		qsort(contest->accounts, contest->account_count, sizeof(*contest->accounts),
			compare_account_ids);
	return 0;
}
