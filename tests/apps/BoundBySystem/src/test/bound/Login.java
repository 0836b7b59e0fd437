package test.bound;

import android.accounts.Account;
import android.accounts.AccountAuthenticatorActivity;
import android.accounts.AccountManager;
import android.os.Bundle;

public class Login extends AccountAuthenticatorActivity {
    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        Main.say("login");
        AccountManager.get(this).addAccountExplicitly(new Account("me", "test.type"), "secret", null);
        Bundle answer = new Bundle();
        answer.putString(AccountManager.KEY_ACCOUNT_NAME, "me");
        answer.putString(AccountManager.KEY_ACCOUNT_TYPE, "test.type");
        setAccountAuthenticatorResult(answer);
        finish();
    }
}
