/* SPDX-License-Identifier: MIT */
/* Private header: the home page (languages.c). */
#ifndef CONTEST_SERVE_HOME_H
#define CONTEST_SERVE_HOME_H

#include "request.h"

/* False: the versions of the languages are not known yet, and nothing was answered. */
bool answer_home_now(const struct request *request);

#endif
