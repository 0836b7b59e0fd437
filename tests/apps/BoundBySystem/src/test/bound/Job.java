package test.bound;

import android.app.job.JobParameters;
import android.app.job.JobService;
import android.os.Handler;

public class Job extends JobService {
    @Override public boolean onStartJob(final JobParameters parameters) {
        Main.say("job " + parameters.getJobId() + " starts");
        if (parameters.getJobId() == 1)
            return false;
        new Handler().postDelayed(new Runnable() {
            @Override public void run() {
                Main.say("job " + parameters.getJobId() + " is done");
                jobFinished(parameters, false);
            }
        }, 500);
        return true;
    }

    @Override public boolean onStopJob(JobParameters parameters) {
        return false;
    }

    @Override public void onDestroy() {
        Main.say("job service gone");
        super.onDestroy();
    }
}
