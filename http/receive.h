/* SPDX-License-Identifier: MIT */
/* The callbacks of libmicrohttpd. */
#ifndef ASSAY_HTTP_RECEIVE_H
#define ASSAY_HTTP_RECEIVE_H

#include "server.h"

/* `context` is the struct as_http. */
enum MHD_Result http_accept(void *context, const struct sockaddr *address, socklen_t size);
void http_notify(void *context, struct MHD_Connection *connection, void **socket_context,
	enum MHD_ConnectionNotificationCode code);
void *http_receive_line(void *context, const char *target, struct MHD_Connection *connection);
enum MHD_Result http_receive(void *context, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *size,
	void **request_context);
void http_complete(void *context, struct MHD_Connection *connection, void **request_context,
	enum MHD_RequestTerminationCode code);

#endif
