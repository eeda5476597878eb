package com.example.plainnic;

import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.HardwareContract;

class PlainNicTest extends HardwareContract {
    @Override
    protected HardwareType type() {
        return new PlainNic();
    }
}
