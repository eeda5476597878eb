// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.api.Settings;
import org.breadboard.api.store.StoreType;
import org.junit.jupiter.api.Nested;

class RobinHoodStoreContractTest extends SlottedStoreContract {
    @Override
    protected StoreType type() {
        return new RobinHoodStoreType();
    }

    static Settings settings(StoreType type, String... pairs) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], pairs[i + 1]);
        }
        return Settings.of(type.settings(), values);
    }

    @Nested
    class WithoutALimit extends SlottedStoreContract {
        @Override
        protected StoreType type() {
            return new RobinHoodStoreType();
        }

        @Override
        protected Settings settings() {
            return RobinHoodStoreContractTest.settings(type(), "displacementLimit", "0");
        }
    }

    @Nested
    class FirstComeFirstServed extends SlottedStoreContract {
        @Override
        protected StoreType type() {
            return new RobinHoodStoreType();
        }

        @Override
        protected Settings settings() {
            return RobinHoodStoreContractTest.settings(type(), "swap", "false");
        }
    }

    @Nested
    class WithValuesOutOfLine extends SlottedStoreContract {
        @Override
        protected StoreType type() {
            return new RobinHoodStoreType();
        }

        @Override
        protected int valueBytes() {
            return 301;
        }
    }

    @Nested
    class WithTinySegments extends SlottedStoreContract {
        @Override
        protected StoreType type() {
            return new RobinHoodStoreType();
        }

        @Override
        protected Settings settings() {
            return RobinHoodStoreContractTest.settings(
                    type(),
                    "displacementLimit",
                    "2",
                    "segmentSlots",
                    "3",
                    "overflowSlots",
                    "1",
                    "overflowPercent",
                    "90");
        }
    }
}
