/*
 * The dialects: adb, Monkey, uiautomator2, Espresso, Maestro. Each script begins where
 * the search began (the app installed, its data cleared, started by its launcher) and
 * ends by looking for the crash.
 */
#include "emit/dialect.h"

#include <string.h>

/* The exception's class, from the first line of the innermost cause. */
static void put_exception(Buf *out, const Outcome *o)
{
    const char *trace = o->crash ? o->crash : "", *last = trace;
    for (const char *p = trace; (p = strstr(p, "Caused by: ")); p++)
        last = p + strlen("Caused by: ");
    size_t n = strcspn(last, ":\n \t");
    buf_printf(out, "%.*s", (int)n, last);
}

static void put_title(Buf *out, const char *comment, const Outcome *o)
{
    buf_printf(out, "%s Reproduces: %s\n", comment, o->headline ? o->headline : "nothing yet");
}

/* ---- adb ------------------------------------------------------------------------------------------ */

static const char adb_functions[] =
    "set -eu\n"
    "ADB=${ADB:-adb}\n"
    "\n"
    "# The middle of the widget that shows or is called $1, once it is there; else the place of the recording.\n"
    "find() {\n"
    "    tries=0\n"
    "    while [ -n \"$1\" ] && [ $tries -lt 20 ]; do\n"
    "        $ADB exec-out uiautomator dump /dev/tty 2>/dev/null | tr '>' '\\n' | grep -F -e \"text=\\\"$1\\\"\" -e \"content-desc=\\\"$1\\\"\" -e \"resource-id=\\\"$1\\\"\" |\n"
    "            sed -n '1s/.*bounds=\"\\[\\([0-9]*\\),\\([0-9]*\\)\\]\\[\\([0-9]*\\),\\([0-9]*\\)\\]\".*/\\1 \\2 \\3 \\4/p' >/tmp/reenact.$$\n"
    "        if read -r l t r b </tmp/reenact.$$; then\n"
    "            rm -f /tmp/reenact.$$\n"
    "            echo $(((l + r) / 2)) $(((t + b) / 2))\n"
    "            return\n"
    "        fi\n"
    "        tries=$((tries + 1))\n"
    "    done\n"
    "    rm -f /tmp/reenact.$$\n"
    "    echo \"$2\" \"$3\"\n"
    "}\n"
    "tap() { $ADB shell input tap $(find \"${3-}\" \"$1\" \"$2\"); }\n"
    "double_tap() { at=$(find \"${3-}\" \"$1\" \"$2\"); $ADB shell \"input tap $at; input tap $at\"; }\n"
    "long_tap() { at=$(find \"${3-}\" \"$1\" \"$2\"); $ADB shell input swipe $at $at 900; }\n"
    "swipe() { $ADB shell input swipe \"$1\" \"$2\" \"$3\" \"$4\" 250; }\n"
    "type_text() { $ADB shell input text \"$(printf %s \"$1\" | sed 's/[^A-Za-z0-9._@-]/\\\\&/g; s/\\\\ /%s/g')\"; }\n"
    "clear_field() { $ADB shell input keyevent 123 $(yes 67 | head -60); }\n"
    "key() { $ADB shell input keyevent \"$1\"; }\n"
    "rotate() { $ADB shell settings put system accelerometer_rotation 0; $ADB shell settings put system user_rotation \"$1\"; }\n"
    "wait_ms() { sleep $(($1 / 1000)); }\n"
    "launch() { $ADB shell monkey -p \"$PACKAGE\" -c android.intent.category.LAUNCHER 1 >/dev/null; }\n"
    "kill_app() { key HOME; sleep 1; $ADB shell am kill \"$PACKAGE\"; launch; }\n"
    "set_option() { [ \"$1\" != 'network off' ] || $ADB shell 'svc wifi disable; svc data disable'; }\n"
    "\n";

static void adb_head(Buf *out, const Outcome *o, const App *app)
{
    buf_add_str(out, "#!/bin/sh\n");
    put_title(out, "#", o);
    buf_printf(out, "# Usage: %s APK      exit 0: it crashed again, 1: it did not\n", "replay-adb.sh");
    buf_printf(out, "PACKAGE=%s\nEXCEPTION='", app->package);
    put_exception(out, o);
    buf_add_str(out, "'\n");
    buf_add_str(out, adb_functions);
    buf_add_str(out, "[ $# -eq 0 ] || $ADB install -r -g \"$1\"\n$ADB shell pm clear \"$PACKAGE\"\n$ADB logcat -c\nlaunch\n");
}

static void adb_tail(Buf *out, const Outcome *o, const App *app)
{
    UNUSED(o);
    UNUSED(app);
    buf_add_str(out, "for try in 1 2 3 4 5 6 7 8 9 10; do\n"
                     "    if $ADB logcat -d -b crash -b main | grep -qF \"$EXCEPTION\"; then\n"
                     "        echo 'crashed again'\n        exit 0\n    fi\n    sleep 1\ndone\necho 'no crash' >&2\nexit 1\n");
}

static const Form adb_forms[] = {
    { EVENT_TAP, BY_POINT, 0, "tap {x} {y}" }, { EVENT_TAP, BY_ANY, 0, "tap {x} {y} {s}" },
    { EVENT_DOUBLE_TAP, BY_POINT, 0, "double_tap {x} {y}" }, { EVENT_DOUBLE_TAP, BY_ANY, 0, "double_tap {x} {y} {s}" },
    { EVENT_LONG_TAP, BY_POINT, 0, "long_tap {x} {y}" }, { EVENT_LONG_TAP, BY_ANY, 0, "long_tap {x} {y} {s}" },
    { EVENT_SWIPE, BY_ANY, 0, "swipe {x} {y} {x2} {y2}" }, { EVENT_TEXT, BY_ANY, 0, "type_text {t}" }, { EVENT_TYPE, BY_ANY, 0, "type_text {t}" },
    { EVENT_CLEAR, BY_ANY, 0, "clear_field" }, { EVENT_KEY, BY_ANY, 0, "key {k}" }, { EVENT_HOME, BY_ANY, 0, "key HOME" }, { EVENT_RECENTS, BY_ANY, 0, "key APP_SWITCH" },
    { EVENT_ROTATE, BY_ANY, 0, "rotate {r}" }, { EVENT_WAIT, BY_ANY, 0, "wait_ms {m}" }, { EVENT_LAUNCH, BY_ANY, 0, "launch" }, { EVENT_KILL, BY_ANY, 0, "kill_app" },
    { EVENT_SET, BY_ANY, 0, "set_option {t}" }, { EVENT_BROADCAST, BY_ANY, 0, "$ADB shell am broadcast -a {t}" }, { 0 },
};

/* ---- Monkey ------------------------------------------------------------------------------------------ */

static void monkey_head(Buf *out, const Outcome *o, const App *app)
{
    buf_printf(out, "type= raw events\ncount= %u\nspeed= 1.0\nstart data >>\nLaunchActivity(%s, %s)\nUserWait(3000)\n", o->step_count + 1, app->package, app->activity);
}

static void no_tail(Buf *out, const Outcome *o, const App *app)
{
    UNUSED(out);
    UNUSED(o);
    UNUSED(app);
}

static const Form monkey_forms[] = {
    { EVENT_TAP, BY_ANY, 0, "Tap({x}, {y}, 60)" }, { EVENT_LONG_TAP, BY_ANY, 0, "PressAndHold({x}, {y}, 900)" }, { EVENT_SWIPE, BY_ANY, 0, "Drag({x}, {y}, {x2}, {y2}, 15)" },
    { EVENT_TEXT, BY_ANY, 0, "DispatchString({t})" }, { EVENT_TYPE, BY_ANY, 0, "DispatchString({t})" },
    { EVENT_CLEAR, BY_ANY, 0, "RunCmd(input keyevent 123 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67)" },
    { EVENT_KEY, BY_ANY, 4, "DispatchPress(KEYCODE_BACK)" }, { EVENT_KEY, BY_ANY, 82, "DispatchPress(KEYCODE_MENU)" }, { EVENT_KEY, BY_ANY, 66, "DispatchPress(KEYCODE_ENTER)" },
    { EVENT_KEY, BY_ANY, 0, "RunCmd(input keyevent {k})" }, { EVENT_HOME, BY_ANY, 0, "DispatchPress(KEYCODE_HOME)" }, { EVENT_ROTATE, BY_ANY, 0, "RotateScreen({r}, 1)" },
    { EVENT_WAIT, BY_ANY, 0, "UserWait({m})" }, { EVENT_LAUNCH, BY_ANY, 0, "LaunchActivity({p}, {a})" },
    { EVENT_BROADCAST, BY_ANY, 0, "RunCmd(am broadcast -a {t})" }, { 0 },
};

/* ---- uiautomator2 ------------------------------------------------------------------------------------ */

static void python_head(Buf *out, const Outcome *o, const App *app)
{
    put_title(out, "#", o);
    buf_add_str(out, "# Usage: python3 replay_uiautomator2.py [SERIAL]      exit 0: it crashed again, 1: it did not\nimport sys, time\nimport uiautomator2\n\n"
                     "d = uiautomator2.connect(*sys.argv[1:])\nd.implicitly_wait(10)\n");
    buf_printf(out, "d.shell(\"pm clear %s\")\nd.shell(\"logcat -c\")\nd.app_start(\"%s\", wait=True)\n", app->package, app->package);
}

static void python_tail(Buf *out, const Outcome *o, const App *app)
{
    UNUSED(app);
    buf_add_str(out, "for _ in range(10):\n    if \"");
    put_exception(out, o);
    buf_add_str(out, "\" in d.shell(\"logcat -d -b crash -b main\").output:\n        sys.exit(\"crashed again\" and 0)\n    time.sleep(1)\nsys.exit(\"no crash\")\n");
}

static const Form python_forms[] = {
    { EVENT_TAP, BY_ID, 0, "d(resourceId={s}).click()" }, { EVENT_TAP, BY_TEXT, 0, "d(text={s}).click()" }, { EVENT_TAP, BY_DESCRIPTION, 0, "d(description={s}).click()" },
    { EVENT_TAP, BY_ANY, 0, "d.click({x}, {y})" },
    { EVENT_LONG_TAP, BY_ID, 0, "d(resourceId={s}).long_click()" }, { EVENT_LONG_TAP, BY_TEXT, 0, "d(text={s}).long_click()" }, { EVENT_LONG_TAP, BY_ANY, 0, "d.long_click({x}, {y})" },
    { EVENT_DOUBLE_TAP, BY_ANY, 0, "d.double_click({x}, {y})" }, { EVENT_SWIPE, BY_ANY, 0, "d.swipe({x}, {y}, {x2}, {y2}, 0.25)" },
    { EVENT_TEXT, BY_ANY, 0, "d.send_keys({t})" }, { EVENT_TYPE, BY_ANY, 0, "d.send_keys({t})" }, { EVENT_CLEAR, BY_ANY, 0, "d.clear_text()" },
    { EVENT_KEY, BY_ANY, 4, "d.press(\"back\")" }, { EVENT_KEY, BY_ANY, 82, "d.press(\"menu\")" }, { EVENT_KEY, BY_ANY, 66, "d.press(\"enter\")" }, { EVENT_KEY, BY_ANY, 0, "d.press({k})" },
    { EVENT_HOME, BY_ANY, 0, "d.press(\"home\")" }, { EVENT_RECENTS, BY_ANY, 0, "d.press(\"recent\")" },
    { EVENT_ROTATE, BY_ANY, 1, "d.set_orientation(\"left\")" }, { EVENT_ROTATE, BY_ANY, 2, "d.set_orientation(\"natural\")" },
    { EVENT_WAIT, BY_ANY, 0, "time.sleep({m} / 1000)" }, { EVENT_LAUNCH, BY_ANY, 0, "d.app_start(\"{p}\")" }, { EVENT_KILL, BY_ANY, 0, "d.press(\"home\"); d.shell(\"am kill {p}\"); d.app_start(\"{p}\")" },
    { EVENT_BROADCAST, BY_ANY, 0, "d.shell(\"am broadcast -a \" + {t})" }, { 0 },
};

/* ---- Espresso ------------------------------------------------------------------------------------------ */

static void espresso_head(Buf *out, const Outcome *o, const App *app)
{
    put_title(out, "//", o);
    buf_printf(out,
               "// An instrumented test: put it beside the app's own, with androidx.test and uiautomator as dependencies.\n"
               "package %s;\n\n"
               "import static androidx.test.espresso.Espresso.onView;\n"
               "import static androidx.test.espresso.Espresso.pressBack;\n"
               "import static androidx.test.espresso.action.ViewActions.click;\n"
               "import static androidx.test.espresso.action.ViewActions.longClick;\n"
               "import static androidx.test.espresso.matcher.ViewMatchers.withContentDescription;\n"
               "import static androidx.test.espresso.matcher.ViewMatchers.withResourceName;\n"
               "import static androidx.test.espresso.matcher.ViewMatchers.withText;\n\n"
               "import androidx.test.core.app.ActivityScenario;\n"
               "import androidx.test.ext.junit.runners.AndroidJUnit4;\n"
               "import androidx.test.platform.app.InstrumentationRegistry;\n"
               "import androidx.test.uiautomator.UiDevice;\n"
               "import org.junit.Test;\n"
               "import org.junit.runner.RunWith;\n\n"
               "@RunWith(AndroidJUnit4.class)\n"
               "public class ReportedCrashTest {\n"
               "    private final UiDevice device = UiDevice.getInstance(InstrumentationRegistry.getInstrumentation());\n\n"
               "    /** Fails with the reported crash until it is mended. */\n"
               "    @Test public void doesNotCrash() throws Exception {\n"
               "        ActivityScenario.launch(%s.class);\n", app->package, app->activity);
}

static void espresso_tail(Buf *out, const Outcome *o, const App *app)
{
    UNUSED(o);
    UNUSED(app);
    buf_add_str(out, "        device.waitForIdle();\n    }\n}\n");
}

static const Form espresso_forms[] = {
    { EVENT_TAP, BY_TEXT, 0, "onView(withText({s})).perform(click());" }, { EVENT_TAP, BY_DESCRIPTION, 0, "onView(withContentDescription({s})).perform(click());" },
    { EVENT_TAP, BY_ID, 0, "device.findObject(new androidx.test.uiautomator.UiSelector().resourceId({s})).click();" }, { EVENT_TAP, BY_ANY, 0, "device.click({x}, {y});" },
    { EVENT_LONG_TAP, BY_TEXT, 0, "onView(withText({s})).perform(longClick());" }, { EVENT_LONG_TAP, BY_ANY, 0, "device.swipe({x}, {y}, {x}, {y}, 180);" },
    { EVENT_SWIPE, BY_ANY, 0, "device.swipe({x}, {y}, {x2}, {y2}, 15);" }, { EVENT_TEXT, BY_ANY, 0, "InstrumentationRegistry.getInstrumentation().sendStringSync({t});" },
    { EVENT_TYPE, BY_ANY, 0, "InstrumentationRegistry.getInstrumentation().sendStringSync({t});" },
    { EVENT_CLEAR, BY_ANY, 0, "device.executeShellCommand(\"input keyevent 123 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67 67\");" },
    { EVENT_KEY, BY_ANY, 4, "device.pressBack();" }, { EVENT_KEY, BY_ANY, 82, "device.pressMenu();" }, { EVENT_KEY, BY_ANY, 66, "device.pressEnter();" }, { EVENT_KEY, BY_ANY, 0, "device.pressKeyCode({k});" },
    { EVENT_HOME, BY_ANY, 0, "device.pressHome();" }, { EVENT_RECENTS, BY_ANY, 0, "device.pressRecentApps();" },
    { EVENT_ROTATE, BY_ANY, 1, "device.setOrientationLeft();" }, { EVENT_ROTATE, BY_ANY, 2, "device.setOrientationNatural();" },
    { EVENT_WAIT, BY_ANY, 0, "Thread.sleep({m});" }, { EVENT_LAUNCH, BY_ANY, 0, "device.executeShellCommand(\"am start -n {p}/{a}\");" }, { 0 },
};

/* ---- Maestro ---------------------------------------------------------------------------------------------- */

static void maestro_head(Buf *out, const Outcome *o, const App *app)
{
    put_title(out, "#", o);
    buf_printf(out, "appId: %s\n---\n- launchApp:\n    clearState: true\n", app->package);
}

static void maestro_tail(Buf *out, const Outcome *o, const App *app)
{
    UNUSED(o);
    buf_printf(out, "- assertNotVisible: \".*(has stopped|keeps stopping).*\"\n# %s should still run here.\n", app->package);
}

static const Form maestro_forms[] = {
    { EVENT_TAP, BY_ID, 0, "- tapOn: {id: {s}}" }, { EVENT_TAP, BY_TEXT, 0, "- tapOn: {text: {s}}" }, { EVENT_TAP, BY_DESCRIPTION, 0, "- tapOn: {text: {s}}" },
    { EVENT_TAP, BY_ANY, 0, "- tapOn: {point: \"{x},{y}\"}" }, { EVENT_DOUBLE_TAP, BY_ANY, 0, "- doubleTapOn: {point: \"{x},{y}\"}" },
    { EVENT_LONG_TAP, BY_ID, 0, "- longPressOn: {id: {s}}" }, { EVENT_LONG_TAP, BY_TEXT, 0, "- longPressOn: {text: {s}}" }, { EVENT_LONG_TAP, BY_ANY, 0, "- longPressOn: {point: \"{x},{y}\"}" },
    { EVENT_SWIPE, BY_ANY, 0, "- swipe: {start: \"{x},{y}\", end: \"{x2},{y2}\"}" }, { EVENT_TEXT, BY_ANY, 0, "- inputText: {t}" }, { EVENT_TYPE, BY_ANY, 0, "- inputText: {t}" },
    { EVENT_CLEAR, BY_ANY, 0, "- eraseText: 60" }, { EVENT_KEY, BY_ANY, 4, "- back" }, { EVENT_KEY, BY_ANY, 66, "- pressKey: Enter" },
    { EVENT_HOME, BY_ANY, 0, "- pressKey: Home" }, { EVENT_ROTATE, BY_ANY, 1, "- setOrientation: LANDSCAPE_LEFT" }, { EVENT_ROTATE, BY_ANY, 2, "- setOrientation: PORTRAIT" },
    { EVENT_WAIT, BY_ANY, 0, "- waitForAnimationToEnd: {timeout: {m}}" }, { EVENT_LAUNCH, BY_ANY, 0, "- launchApp: {stopApp: false}" }, { 0 },
};

const Dialect dialects[] = {
    { "replay-adb.sh", "adb: on a real phone, exit 0 when it crashes again", adb_forms, QUOTES_SHELL, "", "#", adb_head, adb_tail },
    { "replay.monkey", "Monkey script: adb shell monkey -f", monkey_forms, QUOTES_MONKEY, "", "", monkey_head, no_tail },
    { "replay_uiautomator2.py", "Python with uiautomator2", python_forms, QUOTES_DOUBLE, "", "#", python_head, python_tail },
    { "ReportedCrashTest.java", "Espresso test: fails until it is mended", espresso_forms, QUOTES_DOUBLE, "        ", "//", espresso_head, espresso_tail },
    { "replay.maestro.yaml", "Maestro flow", maestro_forms, QUOTES_DOUBLE, "", "#", maestro_head, maestro_tail },
    { 0 },
};
