package test.media;

import android.app.Activity;
import android.content.res.AssetFileDescriptor;
import android.graphics.BitmapFactory;
import android.hardware.Camera;
import android.media.AudioFormat;
import android.media.AudioManager;
import android.media.AudioTrack;
import android.media.MediaPlayer;
import android.media.SoundPool;
import android.os.Bundle;
import android.os.Handler;
import android.os.SystemClock;
import android.util.Log;

public class Main extends Activity {
    static void say(String text) {
        Log.i("test", text);
    }

    void play() throws Exception {
        final MediaPlayer player = new MediaPlayer();
        try {
            player.prepare();
        } catch (IllegalStateException e) {
            say("prepared without a source: " + e.getClass().getSimpleName());
        }
        AssetFileDescriptor beep = getAssets().openFd("beep.wav");
        player.setDataSource(beep.getFileDescriptor(), beep.getStartOffset(), beep.getLength());
        player.prepare();
        say("lasts " + player.getDuration() / 100 * 100);
        player.setOnCompletionListener(new MediaPlayer.OnCompletionListener() {
            @Override public void onCompletion(MediaPlayer done) {
                say("complete, playing " + done.isPlaying());
                done.release();
                try {
                    done.start();
                } catch (IllegalStateException e) {
                    say("started after release: " + e.getClass().getSimpleName());
                }
            }
        });
        player.start();
        new Handler().postDelayed(new Runnable() {
            @Override public void run() {
                say("playing " + player.isPlaying() + " at " + (player.getCurrentPosition() + 50) / 100 * 100);
                player.pause();
                player.seekTo(1500);
                player.start();
            }
        }, 1000);
        MediaPlayer wrong = new MediaPlayer();
        wrong.setOnErrorListener(new MediaPlayer.OnErrorListener() {
            @Override public boolean onError(MediaPlayer failed, int what, int extra) {
                say("error " + what + " " + extra);
                return true;
            }
        });
        wrong.start();
    }

    void pool() throws Exception {
        final SoundPool pool = new SoundPool(2, AudioManager.STREAM_MUSIC, 0);
        pool.setOnLoadCompleteListener(new SoundPool.OnLoadCompleteListener() {
            @Override public void onLoadComplete(SoundPool loaded, int sample, int status) {
                say("sound loaded " + status + ", plays " + (pool.play(sample, 1, 1, 0, 0, 1) > 0));
            }
        });
        pool.load(getAssets().openFd("beep.wav"), 1);
    }

    void track() {
        int size = AudioTrack.getMinBufferSize(8000, AudioFormat.CHANNEL_OUT_MONO, AudioFormat.ENCODING_PCM_16BIT);
        AudioTrack track = new AudioTrack(AudioManager.STREAM_MUSIC, 8000, AudioFormat.CHANNEL_OUT_MONO, AudioFormat.ENCODING_PCM_16BIT, size, AudioTrack.MODE_STREAM);
        track.play();
        long start = SystemClock.uptimeMillis();
        say("track " + track.getState() + " wrote " + track.write(new byte[8000], 0, 8000) + " in " + (SystemClock.uptimeMillis() - start + 5) / 10 * 10);
        track.release();
    }

    void camera() {
        say("cameras " + Camera.getNumberOfCameras());
        final Camera camera = Camera.open();
        Camera.Parameters parameters = camera.getParameters();
        say("picture " + parameters.getPictureSize().width + " of " + parameters.getSupportedPictureSizes().size() + " sizes");
        parameters.setPictureSize(3, 3);
        try {
            camera.setParameters(parameters);
        } catch (RuntimeException e) {
            say(e.getMessage());
        }
        camera.startPreview();
        camera.takePicture(null, null, new Camera.PictureCallback() {
            @Override public void onPictureTaken(byte[] data, Camera taken) {
                say("picture " + BitmapFactory.decodeByteArray(data, 0, data.length).getWidth());
                camera.release();
                try {
                    camera.startPreview();
                } catch (RuntimeException e) {
                    say(e.getMessage());
                }
            }
        });
    }

    @Override protected void onCreate(Bundle state) {
        super.onCreate(state);
        try {
            play();
            pool();
            track();
        } catch (Exception e) {
            say("failed " + e);
        }
        camera();
    }
}
