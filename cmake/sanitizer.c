/* SPDX-License-Identifier: MIT */
/* Options of the address sanitizer for each program of a sanitized build; ASAN_OPTIONS overrides
 * them. */

const char *__asan_default_options(void);

/* The undefined-behaviour sanitizer traps; the report shows the place. The recorded stack of each
 * allocation has at most ten calls, not 30. Commands have no exit status 99. */
const char *__asan_default_options(void)
{
	return "handle_sigill=1:malloc_context_size=10:exitcode=99";
}
