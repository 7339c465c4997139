/* SPDX-License-Identifier: MIT */
#include "hasher.h"
#include "passwords.h"
#include "private.h"
#include "throttle.h"

#include <sodium.h>

/* Processes, each with a thread. */
#define HASHER_THREADS 2

struct as_site *as_site_open(const struct as_site_config *config, struct as_error *error)
{
	struct as_site *site = calloc(1, sizeof(*site));

	if (!site) {
		as_error_no_memory(error);
		return NULL;
	}
	site->config = *config;
	snprintf(site->cookie, sizeof(site->cookie), "__Host-assay-%s", config->id);
	site->passwords = passwords_open(config, error);
	/* These two are borrowed only for the call. */
	site->config.id = NULL;
	site->config.hashes = NULL;
	site->throttle = throttle_open(error);
	site->hasher = hasher_open(HASHER_THREADS, error);
	if (!site->passwords || !site->throttle || !site->hasher) {
		as_site_close(site);
		return NULL;
	}
	return site;
}

struct as_site_common *as_site_common_open(struct as_error *error)
{
	struct as_site_common *common = calloc(1, sizeof(*common));

	if (common)
		common->throttle = throttle_open(error);
	else
		as_error_no_memory(error);
	if (common && common->throttle)
		return common;
	free(common);
	return NULL;
}

void as_site_common_close(struct as_site_common *common)
{
	if (!common)
		return;
	throttle_close(common->throttle);
	free(common);
}

struct throttled site_throttled(const struct as_site *site, const struct as_site_secret *secret)
{
	if (secret->common && site->config.common)
		return (struct throttled){site->config.common->throttle, secret->common};
	return (struct throttled){site->throttle, secret->account};
}

void as_site_stop(struct as_site *site)
{
	hasher_stop(site->hasher);
}

void as_site_close(struct as_site *site)
{
	if (!site)
		return;
	hasher_close(site->hasher);
	throttle_close(site->throttle);
	passwords_close(site->passwords);
	free(site);
}

size_t as_site_waiting(struct as_site *site)
{
	return hasher_waiting(site->hasher);
}

void site_note(const struct as_site *site, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	as_note(site->config.owner.note, site->config.owner.context, format, arguments);
	va_end(arguments);
}

struct as_site_secret site_secret(const struct as_site *site, const char *username)
{
	struct as_site_secret secret = {.account = AS_SITE_NONE};

	site->config.owner.find_name(site->config.owner.context, username, &secret);
	if (secret.kind == AS_SITE_ADDRESS)
		secret = (struct as_site_secret){.account = AS_SITE_NONE};
	return secret;
}

void site_secret_clear(struct as_site_secret *secret)
{
	sodium_memzero(secret->text, sizeof(secret->text));
}
