// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.HardwareContract;

class RdmaHardwareContractTest extends HardwareContract {
    @Override
    protected HardwareType type() {
        return new RdmaHardware();
    }
}
