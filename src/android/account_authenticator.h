/* Asking the app's own account authenticator. */
#ifndef ANDROID_ACCOUNT_AUTHENTICATOR_H
#define ANDROID_ACCOUNT_AUTHENTICATOR_H

#include "vm/vm.h"

/*
 * Binds the authenticator service and calls the method of IAccountAuthenticator with
 * the parameters; what it answers goes to the IAccountManagerResponse. False: the app
 * has no authenticator.
 */
bool authenticator_ask(Thread *t, const char *method, Object *response, u32 count, Object *const *parameters);

#endif
