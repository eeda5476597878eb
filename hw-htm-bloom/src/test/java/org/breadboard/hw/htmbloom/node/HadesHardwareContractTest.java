// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.HardwareContract;

class HadesHardwareContractTest extends HardwareContract {
    @Override
    protected HardwareType type() {
        return new HadesHardware();
    }
}
