/* SPDX-License-Identifier: MIT */
#include <assay/grade/marks/pseudonym.h>

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_NAME "blind.key"
#define REMEDY "remove it, and every student gets another pseudonym"

static int check_mode(int fd, struct as_error *error)
{
	struct stat status;

	if (fstat(fd, &status))
		return as_error_at_sys(
			error, AS_ERROR_INTERNAL, errno, FILE_NAME, "cannot be examined");
	if (status.st_mode & (S_IRWXG | S_IRWXO))
		return as_error_at(error, AS_ERROR_USAGE, FILE_NAME, 0, 0,
			"other users may read it, and so learn whose pseudonym is whose; use chmod "
			"600, or " REMEDY);
	return 0;
}

void as_pseudonyms_invent(struct as_pseudonyms *pseudonyms)
{
	randombytes_buf(pseudonyms->secret, sizeof(pseudonyms->secret));
	pseudonyms->is_new = true;
}

int as_pseudonyms_keep(struct as_pseudonyms *pseudonyms, int dir_fd, struct as_error *error)
{
	char hex[2 * sizeof(pseudonyms->secret) + 2];

	if (!pseudonyms->is_new)
		return 0;
	sodium_bin2hex(hex, sizeof(hex) - 1, pseudonyms->secret, sizeof(pseudonyms->secret));
	strcat(hex, "\n");
	if (as_file_write(dir_fd, FILE_NAME, hex, strlen(hex), 0600, error))
		return -1;
	pseudonyms->is_new = false;
	return 0;
}

int as_pseudonyms_find(struct as_pseudonyms *pseudonyms, int dir_fd, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	size_t size = 0;
	const char *end = NULL;
	AS_AUTO_FD int fd = as_file_open(dir_fd, FILE_NAME, &why);

	*pseudonyms = (struct as_pseudonyms){0};
	if (fd < 0 && why.sys_errno == ENOENT)
		return 0;
	if (fd < 0)
		return as_error_pass(error, &why, why.where, "%s", why.text);
	if (check_mode(fd, error) || as_fd_read(fd, 1024, &text, error))
		return -1;
	if (sodium_hex2bin(pseudonyms->secret, sizeof(pseudonyms->secret), text.data, text.size,
		    "\n", &size, &end) ||
		size != sizeof(pseudonyms->secret) || end != text.data + text.size)
		return as_error_at(error, AS_ERROR_INPUT, FILE_NAME, 0, 0,
			"is not 64 hexadecimal digits; " REMEDY);
	return 1;
}

char *as_pseudonym(
	const struct as_pseudonyms *pseudonyms, const char *id, char text[AS_PSEUDONYM_SIZE])
{
	/* No i, l, o and u: these are misread easily, and make words. */
	static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
	static const char prefix[] = "person-";
	unsigned char hash[crypto_generichash_BYTES_MIN];
	char *to = stpcpy(text, prefix);
	uint64_t bits = 0;

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)id, strlen(id),
		pseudonyms->secret, sizeof(pseudonyms->secret));
	memcpy(&bits, hash, sizeof(bits));
	for (; to < text + AS_PSEUDONYM_SIZE - 1; bits >>= 5)
		*to++ = digits[bits & 31];
	*to = '\0';
	return text;
}
