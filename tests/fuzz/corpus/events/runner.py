from com.android.monkeyrunner import MonkeyRunner, MonkeyDevice
device = MonkeyRunner.waitForConnection()
device.startActivity(component='com.example.notes/.ui.Main')
MonkeyRunner.sleep(0.5)
device.touch(10, 20, MonkeyDevice.DOWN_AND_UP)
device.drag((10,20),(30,40),1.0,10)
device.press('KEYCODE_BACK', MonkeyDevice.DOWN_AND_UP)
device.type('hello')
