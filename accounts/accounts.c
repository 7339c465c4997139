/* SPDX-License-Identifier: MIT */
#include <assay/accounts.h>

#include <assay/base/fit.h>
#include <sodium.h>
#include <string.h>

#define GROUP_LETTERS 4
/* The prefix of libsodium's hashes, and their maximum length. */
#define HASH_BEGIN "$argon2id$v=19$m="
#define MAX_HASH_BYTES 127

char *as_password_make(char password[AS_PASSWORD_SIZE])
{
	/* Without i, l, o, 0 and 1, which are easily confused. */
	static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
	char *to = password;

	(void)!sodium_init();
	for (size_t i = 1; i < AS_PASSWORD_SIZE; i++)
		*to++ = i % (GROUP_LETTERS + 1) == 0
				? '-'
				: letters[randombytes_uniform(sizeof(letters) - 1)];
	*to = '\0';
	return password;
}

size_t as_characters_count(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += ((unsigned char)*text & 0xC0) != 0x80;
	return count;
}

bool as_password_is_hash(const char *password)
{
	return strncmp(password, HASH_BEGIN, strlen(HASH_BEGIN)) == 0;
}

int as_password_check(const char *password, struct as_error *error)
{
	if (as_password_is_hash(password))
		return strlen(password) > MAX_HASH_BYTES
			       ? as_error_set(error, AS_ERROR_INPUT,
					 "the hash of the password is too long")
			       : 0;
	if (as_characters_count(password) < AS_PASSWORD_MIN)
		return as_error_set(error, AS_ERROR_INPUT,
			"the password is too short; use at least %d characters", AS_PASSWORD_MIN);
	if (as_characters_count(password) > AS_PASSWORD_MAX)
		return as_error_set(error, AS_ERROR_INPUT,
			"the password is too long; use at most %d characters", AS_PASSWORD_MAX);
	return 0;
}

int as_username_check(const char *username, struct as_error *error)
{
	if (as_characters_count(username) <= AS_USERNAME_MAX && !strpbrk(username, ": \t"))
		return 0;
	return as_error_set(error, AS_ERROR_INPUT,
		"username '%.*s' cannot be used to log in; use at most %d characters, without ':' "
		"and blanks",
		as_text_fit(username, 70), username, AS_USERNAME_MAX);
}
