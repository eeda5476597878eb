// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.testkit.DataSheets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataSheetTest {

    @ParameterizedTest
    @ValueSource(strings = {"connectx3", "connect-ib", "connectx5"})
    void shouldGiveEachNumberAUnitAKindAndASource(String profile) {
        Map<String, Object> sheet = DataSheets.load(new RdmaHardware(), profile);
        assertTrue(sheet.get("device").toString().startsWith("Mellanox"));
        assertFalse(sheet.get("description").toString().isBlank());
        Map<String, Map<String, Object>> rows = DataSheets.parameters(new RdmaHardware(), profile);
        assertEquals(
                NicParameters.SETTINGS.stream().map(Setting::name).toList(),
                List.copyOf(rows.keySet()),
                "the sheet's order is that of the parameters");
        for (Setting<?> setting : NicParameters.SETTINGS) {
            Map<String, Object> row = rows.get(setting.name());
            assertFalse(setting.unit().isBlank(), setting.name());
            assertTrue(List.of("published", "derived", "assumed").contains(row.get("kind")), setting.name());
            assertTrue(row.get("source").toString().length() > 5, setting.name());
            double value = ((Number) row.get("value")).doubleValue();
            assertTrue(value >= setting.min() && value <= setting.max(), setting.name());
        }
    }

    @Test
    void shouldBuildWhatItsSheetsSay() {
        for (String profile : new RdmaHardware().profiles()) {
            assertEquals(4096, new NicParameters(DataSheets.settings(new RdmaHardware(), profile, Map.of())).mtuBytes);
        }
        assertThrows(IOException.class, () -> new RdmaHardware().openProfile("connectx9"));
        assertThrows(IOException.class, () -> new RdmaHardware().openProfile("../profiles/connectx3"));
    }

    @Test
    void shouldRefuseParametersThatCannotWorkTogether() {
        assertThrows(
                RefusedException.class,
                () -> new NicParameters(DataSheets.settings(
                        new RdmaHardware(), "connectx3", Map.of("inlineBytes", 900.0, "mtuBytes", 512.0))));
        assertThrows(
                RefusedException.class,
                () -> new NicParameters(
                        DataSheets.settings(new RdmaHardware(), "connectx3", Map.of("dctPackets", 2.0))));
    }

    @Test
    void shouldSplitTheCpuAsFasstMeasuredIt() {
        NicParameters nic = new NicParameters(DataSheets.settings(new RdmaHardware(), "connect-ib", Map.of()));
        assertEquals(92, nic.cpuPostNs + nic.cpuDoorbellNs + nic.cpuPollNs, 0.5);
        assertEquals(71.8, nic.cpuDoorbellNs + 2 * 14.5, 0.1);
    }
}
