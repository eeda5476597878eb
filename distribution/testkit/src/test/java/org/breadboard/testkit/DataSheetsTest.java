// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.HardwareType;
import org.junit.jupiter.api.Test;

class DataSheetsTest {
    private final HardwareType type = new Paper();

    @Test
    void shouldReadASheetAndChangeIt() {
        Settings sheet = DataSheets.settings(type, "only", Map.of("delayNs", 7));
        assertEquals("100", sheet.text("slots"), "written as 100.0");
        assertEquals("7", sheet.text("delayNs"));
        assertEquals(
                List.of("slots", "delayNs"),
                List.copyOf(DataSheets.parameters(type, "only").keySet()));
    }

    @Test
    void shouldRefuseValuesThatTheHardwareWouldNotTake() {
        for (Map<String, Object> changes :
                List.of(Map.<String, Object>of("delayNs", -1), Map.<String, Object>of("none", 1))) {
            assertThrows(IllegalArgumentException.class, () -> DataSheets.settings(type, "only", changes));
        }
    }

    /** Hardware that is nothing but its sheet. */
    private static final class Paper implements HardwareType {
        private static final String SHEET = """
                device: d
                description: d
                parameters:
                  slots: {value: 100.0, kind: assumed, source: s}
                  delayNs: {value: 2.5, kind: assumed, source: s}
                """;

        @Override
        public String id() {
            return "paper";
        }

        @Override
        public String description() {
            return "a data sheet";
        }

        @Override
        public List<Setting<?>> parameters() {
            return List.of(
                    Setting.integer("slots", "", 1, 1, 1000, "slots"),
                    Setting.number("delayNs", "ns", 1, 0, 1000, "delay"));
        }

        @Override
        public List<String> profiles() {
            return List.of("only");
        }

        @Override
        public InputStream openProfile(String name) {
            return new ByteArrayInputStream(SHEET.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Set<Class<? extends Capability>> offers() {
            return Set.of(Capability.class);
        }

        @Override
        public Device build(HardwareContext context) {
            throw new UnsupportedOperationException("it is paper");
        }
    }
}
