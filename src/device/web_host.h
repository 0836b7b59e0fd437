/* Hosts of the web that a run can reach: each answers every request with one text. */
#ifndef DEVICE_WEB_HOST_H
#define DEVICE_WEB_HOST_H

#include "vm/vm.h"

/* From now on the name is known, and port 80 there answers with the text (status 200). Copies both. */
void web_host_add(Thread *t, const char *host, const char *text);

#endif
