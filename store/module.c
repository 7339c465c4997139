/* SPDX-License-Identifier: MIT */
/* Loads the PostgreSQL back end when the first URL of a server is given: the libraries of the
 * client take longer to load than the rest of the command. A module stays loaded. */
#include "back.h"

#include <assay/base/install.h>
#include <dlfcn.h>
#include <string.h>

static const char file[] = "libexec/assay/assay-postgres.so";

static const struct as_store_module *load(struct as_error *error)
{
	char path[PATH_MAX];

	if (as_install_find(file, path, NULL)) {
		as_error_set(error, AS_ERROR_MACHINE,
			"stores on a PostgreSQL server need %s, which is not installed; install "
			"the package assay-postgresql, or all of assay",
			file);
		return NULL;
	}
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!handle) {
		as_error_set(error, AS_ERROR_MACHINE,
			"stores on a PostgreSQL server need the package libpq5: %s", dlerror());
		return NULL;
	}
	const struct as_store_module *module = dlsym(handle, AS_STORE_MODULE_NAME);
	if (module && strcmp(module->interface, ASSAY_INTERFACE) == 0)
		return module;
	as_error_set(error, AS_ERROR_MACHINE,
		"%s belongs to another build of assay; install the command and the module together",
		path);
	return NULL;
}

/* A failure is not remembered: the package may be installed while a server runs. */
static const struct as_store_module *get(struct as_error *error)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static const struct as_store_module *loaded;

	pthread_mutex_lock(&lock);
	if (!loaded)
		loaded = load(error);
	const struct as_store_module *module = loaded;
	pthread_mutex_unlock(&lock);
	return module;
}

int as_module_check_url(const char *url, struct as_error *error)
{
	const struct as_store_module *module = get(error);

	return module ? module->check_url(url, error) : -1;
}

int as_module_open(const char *url, struct as_store *store, struct as_error *error)
{
	const struct as_store_module *module = get(error);

	return module ? module->open(url, store, error) : -1;
}
