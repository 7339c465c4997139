/* SPDX-License-Identifier: MIT */
/* Private header: who may send large bodies (admit.c). */
#ifndef CONTEST_SERVE_ADMIT_H
#define CONTEST_SERVE_ADMIT_H

#include <assay/http.h>

/* The callback of as_http_config. */
void admit_body(struct as_http_request *request, void *context);

#endif
