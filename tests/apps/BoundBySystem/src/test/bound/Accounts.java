package test.bound;

import android.accounts.AbstractAccountAuthenticator;
import android.accounts.Account;
import android.accounts.AccountAuthenticatorResponse;
import android.accounts.AccountManager;
import android.app.Service;
import android.content.Intent;
import android.os.Bundle;
import android.os.IBinder;

public class Accounts extends Service {
    class Authenticator extends AbstractAccountAuthenticator {
        Authenticator() {
            super(Accounts.this);
        }

        @Override public Bundle addAccount(AccountAuthenticatorResponse response, String type, String tokenType, String[] features, Bundle options) {
            Main.say("asked to add " + type);
            Bundle answer = new Bundle();
            answer.putParcelable(AccountManager.KEY_INTENT, new Intent(Accounts.this, Login.class).putExtra(AccountManager.KEY_ACCOUNT_AUTHENTICATOR_RESPONSE, response));
            return answer;
        }

        @Override public Bundle getAuthToken(AccountAuthenticatorResponse response, Account account, String tokenType, Bundle options) {
            Bundle answer = new Bundle();
            answer.putString(AccountManager.KEY_ACCOUNT_NAME, account.name);
            answer.putString(AccountManager.KEY_ACCOUNT_TYPE, account.type);
            answer.putString(AccountManager.KEY_AUTHTOKEN, "token for " + tokenType);
            return answer;
        }

        @Override public Bundle confirmCredentials(AccountAuthenticatorResponse response, Account account, Bundle options) {
            return null;
        }

        @Override public Bundle editProperties(AccountAuthenticatorResponse response, String type) {
            return null;
        }

        @Override public String getAuthTokenLabel(String tokenType) {
            return null;
        }

        @Override public Bundle hasFeatures(AccountAuthenticatorResponse response, Account account, String[] features) {
            return null;
        }

        @Override public Bundle updateCredentials(AccountAuthenticatorResponse response, Account account, String tokenType, Bundle options) {
            return null;
        }
    }

    @Override public IBinder onBind(Intent intent) {
        return new Authenticator().getIBinder();
    }
}
