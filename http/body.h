/* SPDX-License-Identifier: MIT */
/*
 * Bodies of requests. A small one is in memory. A large one is in an unnamed file, which its
 * handler reads through a mapping: a client that sends it slowly costs a descriptor and space on
 * the disk, but no memory. Who pays for a body: the address of the client, or the account that the
 * callback `admit` found. Each payer has a share.
 */
#ifndef ASSAY_HTTP_BODY_H
#define ASSAY_HTTP_BODY_H

#include "server.h"

/* Call it when the head was read. */
void http_body_begin(struct as_http_request *request) AS_NONNULL(1);
/* True if the callback `admit` must decide before this many further bytes are taken. */
bool http_body_needs_payer(const struct as_http_request *request, uint64_t size) AS_NONNULL(1);
/* Takes over the decision in request->admission. */
void http_body_decide(struct as_http_request *request) AS_NONNULL(1);
/* Adds bytes, or refuses the request and drops the body. */
void http_body_add(struct as_http_request *request, const char *data, size_t size) AS_NONNULL(1, 2);
/* Completes the body for the handler, or refuses the request. */
void http_body_end(struct as_http_request *request) AS_NONNULL(1);
/* Frees the body and what it was charged. Any number of times. */
void http_body_drop(struct as_http_request *request) AS_NONNULL(1);

#define HTTP_BODY_SMALL_BYTES AS_HTTP_SMALL_BYTES
/* The disk is charged in steps of this size, so that the number of files is limited, too. */
#define HTTP_BODY_STEP_BYTES (UINT64_C(4) << 20)
#define HTTP_BODY_SHARES 8 /* a payer may have one of them */
/* Opens the folder for large bodies: this one (may be NULL), or /var/tmp if files cannot be made
 * there or would be in memory (tmpfs). -1: neither can be used. `in_memory`: files are in memory in
 * both. */
int http_body_folder(const char *folder, bool *in_memory) AS_MUST_USE AS_NONNULL(2);

#endif
