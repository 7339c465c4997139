/* SPDX-License-Identifier: MIT */
/* The number of guesses that addresses and networks have. */
#include "private.h"
#include "throttle.h"

#include <criterion/criterion.h>
#include <string.h>

static void close_throttle(struct throttle **throttle)
{
	throttle_close(*throttle);
}
#define AUTO_THROTTLE AS_AUTO(close_throttle) struct throttle

static struct throttle *open_throttle(void)
{
	struct throttle *throttle = throttle_open(NULL);

	cr_assert(throttle);
	return throttle;
}

static bool may(struct throttle *throttle, const char *peer, const char *name, size_t account)
{
	return throttle_begin(throttle, peer, name, account).wait_s == 0;
}

static void log_in(struct throttle *throttle, const char *peer, const char *name, size_t account)
{
	const struct attempt attempt = throttle_begin(throttle, peer, name, account);

	cr_assert_eq(attempt.wait_s, 0);
	throttle_succeed(throttle, peer, name, account, &attempt);
}

/* The number of permitted guesses, of `count`. The format makes the address from a number. */
__attribute__((format(printf, 2, 0))) static int guess(
	struct throttle *throttle, const char *format, const char *name, int count)
{
	char peer[64];
	int permitted = 0;

	for (int i = 0; i < count; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(peer, sizeof(peer), format, i);
#pragma GCC diagnostic pop
		permitted += may(throttle, peer, name, 3);
	}
	return permitted;
}

Test(throttle, a_64_network_is_one_address)
{
	AUTO_THROTTLE *throttle = open_throttle();

	cr_expect_eq(guess(throttle, "192.0.2.1", "admin", 200), 10);
	cr_expect_eq(guess(throttle, "2001:db8:1:2::%x", "admin", 200), 10);
	cr_expect_eq(guess(throttle, "2001:db8:1:2::%x", "judge", 200), 10, "another name");
	cr_expect_eq(guess(throttle, "2001:db8:2:2::%x", "admin", 200), 10, "another network");
	cr_expect_eq(guess(throttle, "::ffff:198.51.100.%d", "admin", 20), 20, "IPv4");
}

Test(throttle, a_48_network_has_more_guesses_than_a_64_and_not_endless_ones)
{
	AUTO_THROTTLE *throttle = open_throttle();

	cr_expect_eq(guess(throttle, "2001:db8:1:%x::1", "admin", 200), 30);
	cr_expect_eq(guess(throttle, "2001:db8:%x::1", "judge", 400), 100, "from everywhere");
}

Test(throttle, mistakes_of_strangers_lock_nobody_else_of_their_address)
{
	AUTO_THROTTLE *throttle = open_throttle();
	char name[20];

	for (int i = 0; i < 50; i++) {
		snprintf(name, sizeof(name), "stranger%d", i);
		cr_expect_eq(guess(throttle, "192.0.2.1", name, 30), 10, "%s", name);
	}
	cr_expect(may(throttle, "192.0.2.1", "team1", 1));
}

/* But nobody can try all names. */
Test(throttle, an_address_has_a_limit_for_all_names_together)
{
	AUTO_THROTTLE *throttle = open_throttle();
	char name[20];
	int permitted = 0;

	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof(name), "name%d", i);
		permitted += may(throttle, "192.0.2.1", name, AS_SITE_NONE);
	}
	cr_expect(permitted >= 1000 && permitted < 2000, "%d", permitted);
}

Test(throttle, a_name_is_never_refused_where_it_logged_in_before)
{
	AUTO_THROTTLE *throttle = open_throttle();

	log_in(throttle, "2001:db8::1", "team1", 1);
	cr_expect_eq(guess(throttle, "2001:db8::%x", "team2", 50), 10, "another name");
	for (int i = 0; i < 500; i++)
		cr_expect(may(throttle, "2001:db8::2", "team1", 1));
	const struct attempt attempt = throttle_begin(throttle, "2001:db8::2", "team1", 1);
	cr_expect(attempt.is_busy, "guesses wait for their turn");
	cr_expect_neq(attempt.source.address, throttle_source(throttle, "2001:db8::2").address,
		"and do not wait behind strangers");
	cr_expect_not(may(throttle, "192.0.2.1", "team1", 1), "another address");
	cr_expect(may(throttle, "2001:db8::3", "team3", AS_SITE_NONE), "another name of the hall");
}

Test(throttle, guesses_at_a_known_address_wait_for_a_second_after_a_thousand)
{
	AUTO_THROTTLE *throttle = open_throttle();
	int permitted = 0;

	log_in(throttle, "192.0.2.1", "team1", 1);
	for (int i = 0; i < 3000; i++) {
		const unsigned wait_s = throttle_begin(throttle, "192.0.2.1", "team1", 1).wait_s;
		cr_assert_leq(wait_s, 1);
		permitted += wait_s == 0;
	}
	cr_expect(permitted >= 1000 && permitted < 1100, "%d", permitted);
}

/* Failures at a known address, which are not refused, count for the name everywhere. */
Test(throttle, the_wait_doubles_with_each_failure_up_to_a_minute)
{
	static const unsigned waits_s[] = {1, 2, 4, 8, 16, 32, 60, 60};
	AUTO_THROTTLE *throttle = open_throttle();

	log_in(throttle, "192.0.2.1", "team1", 1);
	for (int i = 0; i < 100; i++)
		cr_assert(may(throttle, "192.0.2.1", "team1", 1));
	for (size_t i = 0; i < sizeof(waits_s) / sizeof(*waits_s); i++) {
		cr_expect_eq(throttle_begin(throttle, "192.0.2.2", "team1", 1).wait_s, waits_s[i]);
		cr_assert(may(throttle, "192.0.2.1", "team1", 1));
	}
}

/* However many there were, they are forgotten soon. */
Test(throttle, guesses_at_a_known_address_do_not_keep_a_name_from_others_for_long)
{
	AUTO_THROTTLE *throttle = open_throttle();

	log_in(throttle, "192.0.2.1", "team1", 1);
	for (int i = 0; i < 1000; i++)
		cr_assert(may(throttle, "192.0.2.1", "team1", 1));
	cr_expect_eq(throttle_begin(throttle, "192.0.2.2", "team1", 1).wait_s, 60);
	/* The name from everywhere: 107 failures, of which the last 7 are forgotten in 70 s. */
	cr_expect_leq(throttle_failures(throttle, "team1"), 107);
}

Test(throttle, an_attempt_that_is_not_compared_is_no_failure)
{
	AUTO_THROTTLE *throttle = open_throttle();

	for (size_t account = 1; account < 3; account++) {
		char name[20];
		snprintf(name, sizeof(name), "team%zu", account);
		if (account == 2)
			log_in(throttle, "192.0.2.1", name, account);
		for (int i = 0; i < 500; i++) {
			const struct attempt attempt =
				throttle_begin(throttle, "192.0.2.1", name, account);
			cr_assert_eq(attempt.wait_s, 0);
			throttle_forgive(throttle, "192.0.2.1", name, &attempt);
		}
		cr_expect_not(throttle_begin(throttle, "192.0.2.1", name, account).is_busy);
	}
	cr_expect_not(throttle_begin(throttle, "192.0.2.1", "team1", 1).is_known);
}

Test(throttle, a_right_password_is_no_failure)
{
	AUTO_THROTTLE *throttle = open_throttle();

	for (int i = 0; i < 500; i++) {
		log_in(throttle, "192.0.2.1", "team1", 1);
	}
	cr_expect_not(throttle_begin(throttle, "192.0.2.1", "team1", 1).is_busy);
}

/* Other names take the place of a counter only if it is cleared sooner. */
Test(throttle, many_names_do_not_make_it_forget_one)
{
	AUTO_THROTTLE *throttle = open_throttle();
	char name[20], peer[40];

	cr_assert_eq(guess(throttle, "192.0.2.1", "admin", 20), 10);
	for (int i = 0; i < 40000; i++) {
		snprintf(name, sizeof(name), "name%d", i);
		snprintf(peer, sizeof(peer), "2001:%x:%x::", i / 100, i % 100);
		(void)may(throttle, peer, name, AS_SITE_NONE);
	}
	cr_expect(throttle_begin(throttle, "192.0.2.1", "admin", AS_SITE_NONE).is_busy);
}

Test(throttle, join_codes_have_a_limit_for_each_address)
{
	AUTO_THROTTLE *throttle = open_throttle();
	int permitted = 0;

	for (int i = 0; i < 100; i++)
		permitted += throttle_begin_code(throttle, "2001:db8::1") == 0;
	cr_expect_eq(permitted, 20);
	cr_expect_neq(throttle_begin_code(throttle, "2001:db8::ffff"), 0);
	cr_expect_eq(throttle_begin_code(throttle, "2001:db8:0:1::1"), 0);
	cr_expect(may(throttle, "2001:db8::1", "team1", 1), "passwords are counted by themselves");
	for (int i = 0; i < 100; i++) {
		cr_assert_eq(throttle_begin_code(throttle, "192.0.2.1"), 0);
		throttle_succeed_code(throttle, "192.0.2.1");
	}
}

Test(throttle, an_account_cannot_make_sessions_without_an_end)
{
	AUTO_THROTTLE *throttle = open_throttle();
	int made = 0;

	for (int i = 0; i < 2000; i++)
		made += throttle_make(throttle, 1) == 0;
	cr_expect(made >= 200 && made < 300, "%d", made);
	cr_expect_eq(throttle_make(throttle, 2), 0);
}

/* The first account of a file and the first of the contest have the same number. */
Test(throttle, an_account_of_a_file_is_not_one_of_the_site_with_its_number)
{
	static const struct as_site_config config = {.id = "club"};
	const struct as_site_secret own = {.account = 1}, common = {.account = 7, .common = 1};
	struct as_site *site = as_site_open(&config, NULL);
	int permitted = 0;

	cr_assert(site);
	const struct throttled at = site_throttled(site, &common),
			       mine = site_throttled(site, &own);
	log_in(mine.throttle, "192.0.2.1", "mallory", mine.account);
	for (int i = 0; i < 200; i++)
		permitted += may(at.throttle, "192.0.2.1", "boss", at.account);
	cr_expect_eq(permitted, 10, "%d guesses at a password after a log-in to another account",
		permitted);
	as_site_close(site);
}
