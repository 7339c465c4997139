/* SPDX-License-Identifier: MIT */
/* A program of the build: writes the filters of all profiles to standard output, as a C array of
 * struct sock_filter for each; seccomp.c includes it. */
#include "filters.h"

#include <linux/filter.h>
#include <seccomp.h>
#include <stdio.h>

/* The build machine's kernel may be older than the judge's. Level 5 has the listener (libseccomp
 * 2.5, Linux 5.0). */
#define API_LEVEL 5

static const struct {
	enum as_profile profile;
	const char *name;
} profiles[] = {
	{AS_PROFILE_NATIVE, "native"},
	{AS_PROFILE_RUNTIME, "runtime"},
	{AS_PROFILE_COMPILER, "compiler"},
};

static void print_filter(const char *profile, const char *kind, const struct as_bytes *filter)
{
	const struct sock_filter *at = (const struct sock_filter *)(const void *)filter->data;

	printf("static const struct sock_filter %s_%s[] = {\n", profile, kind);
	for (size_t i = 0; i < filter->size / sizeof(*at); i++)
		printf("\t{0x%04x, %u, %u, 0x%08x},\n", at[i].code, at[i].jt, at[i].jf, at[i].k);
	printf("};\n");
}

int main(void)
{
	struct as_error error = {0};

	if (seccomp_api_set(API_LEVEL)) {
		fputs("assay-filters: libseccomp is too old; 2.5 or newer is needed\n", stderr);
		return 1;
	}
	for (size_t i = 0; i < sizeof(profiles) / sizeof(*profiles); i++) {
		AS_AUTO(filters_clear) struct filters filters = {0};
		if (filters_build(profiles[i].profile, &filters, &error)) {
			fprintf(stderr, "assay-filters: %s\n", error.text);
			return 1;
		}
		print_filter(profiles[i].name, "any", &filters.any);
		print_filter(profiles[i].name, "asked", &filters.asked);
	}
	/* fflush does not report an earlier failure to write. */
	return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
