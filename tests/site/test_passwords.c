/* SPDX-License-Identifier: MIT */
/* Comparing passwords: what a wrong one costs, and sessions of older versions. */
#include "hasher.h"
#include "passwords.h"
#include "private.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/resource.h>

static const struct as_site_config nobody = {.id = "club"};

static void close_passwords(struct passwords **passwords)
{
	passwords_close(*passwords);
}

/* The caller frees the id and the list when the site is open. */
Test(passwords, a_site_keeps_no_pointer_that_was_lent_for_the_call)
{
	const char *const hashes[] = {"$argon2id$v=19$m=8"};
	const struct as_site_config config = {.id = "club", .hashes = hashes, .hash_count = 1};
	struct as_site *site = as_site_open(&config, NULL);

	cr_assert(site);
	cr_expect_null(site->config.id);
	cr_expect_null(site->config.hashes);
	as_site_close(site);
}

/* ---- the cost of a wrong password ---- */

struct trial {
	const struct passwords *passwords;
	struct as_site_secret secret;
	const char *username, *password;
	bool is_right;
};

static void verify(void *context, struct hasher_process *process)
{
	struct trial *trial = context;

	trial->is_right = passwords_verify(
		trial->passwords, &trial->secret, trial->username, trial->password, process);
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
	struct as_site_secret *secret = context;
	char *hash = hasher_hash(process, "correct-horse");

	cr_assert(hash);
	snprintf(secret->text, sizeof(secret->text), "%s", hash);
	free(hash);
}

static struct as_site_secret hashed_secret(void)
{
	struct as_site_secret secret = {.account = 0, .kind = AS_SITE_HASH};
	struct hasher *hasher = hasher_open(1, NULL);
	const struct hasher_task task = {.run = make_hash, .finish = finish, .context = &secret};

	cr_assert(hasher && hasher_run(hasher, &task));
	hasher_close(hasher);
	return secret;
}

Test(passwords, a_name_that_does_not_exist_costs_a_hash)
{
	AS_AUTO(close_passwords) struct passwords *passwords = passwords_open(&nobody, NULL);
	struct trial known = {passwords, hashed_secret(), "team1", "wrong-password", true};
	struct trial plain = {passwords, {.account = 0, .text = "correct-horse"}, "team2",
		"wrong-password", true};
	struct trial unknown = {
		passwords, {.account = AS_SITE_NONE}, "nobody", "wrong-password", true};

	cr_assert(passwords);
	const double known_s = cost_of(&known), plain_s = cost_of(&plain),
		     unknown_s = cost_of(&unknown);
	cr_expect(unknown_s > known_s / 2 && unknown_s < known_s * 2, "%f %f", unknown_s, known_s);
	cr_expect(plain_s > known_s / 2 && plain_s < known_s * 2, "%f %f", plain_s, known_s);
	cr_expect_not(known.is_right || plain.is_right || unknown.is_right);
}

/* A password as typed is never accepted through a hash that another name has. */
Test(passwords, the_hash_that_a_name_lacks_accepts_nothing)
{
	struct as_site_secret hashed = hashed_secret();
	const char *const hashes[] = {hashed.text};
	const struct as_site_config one = {.id = "club", .hashes = hashes, .hash_count = 1};
	AS_AUTO(close_passwords) struct passwords *passwords = passwords_open(&one, NULL);
	struct trial unknown = {
		passwords, {.account = AS_SITE_NONE}, "nobody", "correct-horse", true};

	cr_assert(passwords);
	(void)cost_of(&unknown);
	cr_expect_not(unknown.is_right);
}

Test(passwords, a_plain_password_is_compared_as_a_whole)
{
	AS_AUTO(close_passwords) struct passwords *passwords = passwords_open(&nobody, NULL);
	const struct as_site_secret secret = {.account = 0, .text = "correct-horse"};
	const struct as_site_secret none = {.account = AS_SITE_NONE};
	const struct as_site_secret hashed = {
		.account = 0, .kind = AS_SITE_HASH, .text = "$argon2id$x"};

	cr_assert(passwords);
	cr_expect(passwords_compare(passwords, &secret, "correct-horse"));
	cr_expect_not(passwords_compare(passwords, &secret, "correct-hors"));
	cr_expect_not(passwords_compare(passwords, &secret, "correct-horse1"));
	cr_expect_not(passwords_compare(passwords, &secret, ""));
	cr_expect_not(passwords_compare(passwords, &none, ""));
	cr_expect_not(
		passwords_compare(passwords, &hashed, "$argon2id$x"), "a hash is no password");
}

/* ---- sessions of older versions ---- */

/* Knows one session. */
static struct as_site_credential find_old(
	void *context, enum as_site_credential_kind kind, const char *hash)
{
	(void)hash;
	return (struct as_site_credential){
		.account = kind == AS_SITE_SESSION ? *(const size_t *)context : AS_SITE_NONE};
}

Test(passwords, a_session_without_a_seal_stays_valid)
{
	static const char token[] =
		"00000000000000000000000000000000000000000000000000000000000000aa";
	char hash[AS_DIGEST_HEX_SIZE];
	size_t account = 3;
	const struct as_site site = {
		.config.owner = {.find_credential = find_old, .context = &account}};

	cr_expect_eq(site_find_token(&site, AS_SITE_SESSION, token, hash), 3);
	cr_expect_eq(site_find_token(&site, AS_SITE_TOKEN, token, hash), AS_SITE_NONE);
	cr_expect_eq(site_find_token(&site, AS_SITE_SESSION, "short", hash), AS_SITE_NONE);
	account = AS_SITE_NONE;
	cr_expect_eq(site_find_token(&site, AS_SITE_SESSION, token, hash), AS_SITE_NONE);
}
