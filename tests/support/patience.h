/* SPDX-License-Identifier: MIT */
/* On an emulated machine everything takes ten times as long or more. ASSAY_TEST_PATIENCE=N, which
 * tests/vm sets, multiplies the time limits of tests by N, except if time is what they test. */
#ifndef ASSAY_TESTS_SUPPORT_PATIENCE_H
#define ASSAY_TESTS_SUPPORT_PATIENCE_H

#include <stdlib.h>

static inline int patience(void)
{
	const char *text = getenv("ASSAY_TEST_PATIENCE");
	int times = text ? atoi(text) : 1;

	return times >= 1 && times <= 100 ? times : 1;
}

#endif
