/* SPDX-License-Identifier: MIT */
/* Private header: checks of the form of a new team (registration.c). */
#ifndef CONTEST_SERVE_REGISTRATION_H
#define CONTEST_SERVE_REGISTRATION_H

#include "request.h"

/* The reason why the name, the username or the password of a form is refused, as a sentence; NULL:
 * none. */
const char *registration_check(const struct as_http_request *request);
/* True if the text has the length of a password, and is not NULL. */
bool registration_is_password(const char *text);

#endif
