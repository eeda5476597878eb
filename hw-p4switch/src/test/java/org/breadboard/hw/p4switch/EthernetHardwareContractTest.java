// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.HardwareContract;

class EthernetHardwareContractTest extends HardwareContract {
    @Override
    protected HardwareType type() {
        return new EthernetHardware();
    }
}
