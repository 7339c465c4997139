/* SPDX-License-Identifier: MIT */
/* Comparing passwords: what a wrong one costs, and sessions of older versions. */
#include "accounts.h"
#include "hasher.h"
#include "server.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/resource.h>

static struct as_contest nobody = {.settings = {.id = "club"}};

static void close_accounts(struct accounts **accounts)
{
	accounts_close(*accounts);
}

/* ---- the cost of a wrong password ---- */

struct trial {
	const struct accounts *accounts;
	struct secret secret;
	const char *username, *password;
	bool is_right;
};

static void verify(void *context, struct hasher_process *process)
{
	struct trial *trial = context;

	trial->is_right = accounts_verify(
		trial->accounts, &trial->secret, trial->username, trial->password, process);
}

static void finish(void *context)
{
	(void)context;
}

static double children_s(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* The CPU time that the hasher needs. */
static double cost_of(struct trial *trial)
{
	struct hasher *hasher = hasher_open(1, NULL);
	const struct hasher_task task = {.run = verify, .finish = finish, .context = trial};
	const double before_s = children_s();

	cr_assert(hasher);
	cr_assert(hasher_run(hasher, &task));
	hasher_close(hasher);
	return children_s() - before_s;
}

static void make_hash(void *context, struct hasher_process *process)
{
	struct secret *secret = context;
	char *hash = hasher_hash(process, "correct-horse");

	cr_assert(hash);
	snprintf(secret->text, sizeof(secret->text), "%s", hash);
	free(hash);
}

static struct secret hashed_secret(void)
{
	struct secret secret = {.account = 0, .is_hash = true};
	struct hasher *hasher = hasher_open(1, NULL);
	const struct hasher_task task = {.run = make_hash, .finish = finish, .context = &secret};

	cr_assert(hasher && hasher_run(hasher, &task));
	hasher_close(hasher);
	return secret;
}

Test(accounts, a_name_that_does_not_exist_costs_a_hash)
{
	AS_AUTO(close_accounts) struct accounts *accounts = accounts_open(&nobody, NULL);
	struct trial known = {accounts, hashed_secret(), "team1", "wrong-password", true};
	struct trial plain = {
		accounts, {.account = 0, .text = "correct-horse"}, "team2", "wrong-password", true};
	struct trial unknown = {
		accounts, {.account = AS_CONTEST_NONE}, "nobody", "wrong-password", true};

	cr_assert(accounts);
	const double known_s = cost_of(&known), plain_s = cost_of(&plain),
		     unknown_s = cost_of(&unknown);
	cr_expect(unknown_s > known_s / 2 && unknown_s < known_s * 2, "%f %f", unknown_s, known_s);
	cr_expect(plain_s > known_s / 2 && plain_s < known_s * 2, "%f %f", plain_s, known_s);
	cr_expect_not(known.is_right || plain.is_right || unknown.is_right);
}

/* A password of the folder is never accepted through a hash that another name has. */
Test(accounts, the_hash_that_a_name_lacks_accepts_nothing)
{
	struct secret hashed = hashed_secret();
	struct as_contest_account account = {
		.username = "team1", .password = hashed.text, .password_is_hash = true};
	const struct as_contest contest = {
		.settings = {.id = "club"}, .accounts = &account, .account_count = 1};
	AS_AUTO(close_accounts) struct accounts *accounts = accounts_open(&contest, NULL);
	struct trial unknown = {
		accounts, {.account = AS_CONTEST_NONE}, "nobody", "correct-horse", true};

	cr_assert(accounts);
	(void)cost_of(&unknown);
	cr_expect_not(unknown.is_right);
}

Test(accounts, a_plain_password_is_compared_as_a_whole)
{
	AS_AUTO(close_accounts) struct accounts *accounts = accounts_open(&nobody, NULL);
	const struct secret secret = {.account = 0, .text = "correct-horse"};
	const struct secret none = {.account = AS_CONTEST_NONE};
	const struct secret hashed = {.account = 0, .is_hash = true, .text = "$argon2id$x"};

	cr_assert(accounts);
	cr_expect(accounts_compare(accounts, &secret, "correct-horse"));
	cr_expect_not(accounts_compare(accounts, &secret, "correct-hors"));
	cr_expect_not(accounts_compare(accounts, &secret, "correct-horse1"));
	cr_expect_not(accounts_compare(accounts, &secret, ""));
	cr_expect_not(accounts_compare(accounts, &none, ""));
	cr_expect_not(accounts_compare(accounts, &hashed, "$argon2id$x"), "a hash is no password");
}

/* ---- sessions of older versions ---- */

Test(accounts, a_session_without_a_seal_stays_valid)
{
	static const char token[] =
		"00000000000000000000000000000000000000000000000000000000000000aa";
	const struct as_server server = {.config = {.contest = &nobody}};
	const struct as_contest_credential old = {.account = 3},
					   none = {.account = AS_CONTEST_NONE};

	cr_expect_eq(accounts_unseal(&server, &old, token), 3);
	cr_expect_eq(accounts_unseal(&server, &old, "short"), AS_CONTEST_NONE);
	cr_expect_eq(accounts_unseal(&server, &none, token), AS_CONTEST_NONE);
}
