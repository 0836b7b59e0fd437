package test.bound;

import android.accounts.Account;
import android.accounts.AccountManager;
import android.accounts.AccountManagerCallback;
import android.accounts.AccountManagerFuture;
import android.app.Activity;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.ComponentName;
import android.os.Bundle;
import android.os.Handler;
import android.util.Log;

public class Main extends Activity {
    static void say(String text) {
        Log.i("test", text);
    }

    void jobs() {
        final JobScheduler jobs = (JobScheduler) getSystemService(JOB_SCHEDULER_SERVICE);
        ComponentName job = new ComponentName(this, Job.class);
        say("scheduled " + jobs.schedule(new JobInfo.Builder(1, job).setMinimumLatency(1000).build()));
        jobs.schedule(new JobInfo.Builder(2, job).setMinimumLatency(3000).setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).build());
        jobs.schedule(new JobInfo.Builder(3, job).setMinimumLatency(2000).build());
        jobs.cancel(3);
        say("pending " + jobs.getAllPendingJobs().size());
        try {
            jobs.schedule(new JobInfo.Builder(4, new ComponentName(this, Open.class)).setMinimumLatency(1).build());
        } catch (IllegalArgumentException e) {
            say(e.getMessage());
        }
        new Handler().postDelayed(new Runnable() {
            @Override public void run() {
                say("pending " + jobs.getAllPendingJobs().size());
            }
        }, 8000);
    }

    void token(final AccountManager accounts) {
        accounts.getAuthToken(new Account("me", "test.type"), "reading", null, this, new AccountManagerCallback<Bundle>() {
            @Override public void run(AccountManagerFuture<Bundle> future) {
                try {
                    say(future.getResult().getString(AccountManager.KEY_AUTHTOKEN));
                } catch (Exception e) {
                    say("no token: " + e);
                }
            }
        }, null);
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        jobs();
        final AccountManager accounts = AccountManager.get(this);
        accounts.addAccount("test.type", null, null, null, this, new AccountManagerCallback<Bundle>() {
            @Override public void run(AccountManagerFuture<Bundle> future) {
                try {
                    say("added " + future.getResult().getString(AccountManager.KEY_ACCOUNT_NAME) + ", now " + accounts.getAccountsByType("test.type").length);
                } catch (Exception e) {
                    say("not added: " + e);
                }
                token(accounts);
            }
        }, null);
    }
}
