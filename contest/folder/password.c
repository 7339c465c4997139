/* SPDX-License-Identifier: MIT */
#include <assay/contest/folder/make.h>

#include <sodium.h>

#define GROUP_LETTERS 4

char *as_contest_password_make(char password[AS_CONTEST_PASSWORD_SIZE])
{
	/* Without i, l, o, 0 and 1, which are easily confused. */
	static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
	char *to = password;

	(void)!sodium_init();
	for (size_t i = 1; i < AS_CONTEST_PASSWORD_SIZE; i++)
		*to++ = i % (GROUP_LETTERS + 1) == 0
				? '-'
				: letters[randombytes_uniform(sizeof(letters) - 1)];
	*to = '\0';
	return password;
}
