/* SPDX-License-Identifier: MIT */
/* A gallery (pages_gallery.h) that is open during each test. */
#ifndef ASSAY_TESTS_CONTEST_PAGES_OPEN_H
#define ASSAY_TESTS_CONTEST_PAGES_OPEN_H

#include "pages_all.h"

static struct pages_case at;

static inline void open_gallery(void)
{
	gallery_open(&at);
}

static inline void close_gallery(void)
{
	case_close(&at);
}

#define SHOWS(text, part) cr_expect(strstr(text, part), "without %s:\n%s", part, text)
#define HIDES(text, part) cr_expect_not(strstr(text, part), "with %s:\n%s", part, text)

#endif
