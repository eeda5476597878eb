// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.HardwareContract;

class P4SwitchHardwareContractTest extends HardwareContract {
    @Override
    protected HardwareType type() {
        return new P4SwitchHardware();
    }
}
