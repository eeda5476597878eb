// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.HardwareContract;
import org.junit.jupiter.api.Nested;

class SmartNicContractTest {
    @Nested
    class OnPath extends HardwareContract {
        @Override
        protected HardwareType type() {
            return SmartNicHardware.ON_PATH;
        }
    }

    @Nested
    class OffPath extends HardwareContract {
        @Override
        protected HardwareType type() {
            return SmartNicHardware.OFF_PATH;
        }
    }
}
