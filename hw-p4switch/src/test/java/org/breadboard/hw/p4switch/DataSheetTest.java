// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.DataSheets;
import org.junit.jupiter.api.Test;

class DataSheetTest {

    @Test
    void shouldGiveTheParametersInTheirOrder() {
        for (HardwareType type : new P4SwitchPlugin().hardware()) {
            for (String profile : type.profiles()) {
                assertEquals(
                        type.parameters().stream().map(Setting::name).toList(),
                        List.copyOf(DataSheets.parameters(type, profile).keySet()),
                        profile);
            }
        }
    }

    @Test
    void shouldReachSevenOperationsOfNocc() {
        // NOCC's public source: a header of 13 B and 7 operations of 21 B.
        for (String profile : new P4SwitchHardware().profiles()) {
            SwitchParameters pipe = new SwitchParameters(DataSheets.settings(new P4SwitchHardware(), profile));
            assertTrue(pipe.limits.headerVectorBits() / 8 - Frame.HEADER_BYTES >= 13 + 7 * 21, profile);
        }
    }

    @Test
    void shouldLeaveAPayloadOf1472BytesInAFrame() {
        assertEquals(
                1472,
                new EthernetParameters(DataSheets.settings(new EthernetHardware(), "intel-82599")).maxPayloadBytes);
    }

    @Test
    void shouldRefuseACellOfAnOddWidth() {
        String sentence = assertThrows(
                        RefusedException.class,
                        () -> new SwitchParameters(
                                DataSheets.settings(new P4SwitchHardware(), "tofino", Map.of("cellBits", 24))))
                .getMessage();
        assertTrue(sentence.contains("cellBits=24") && sentence.contains("8, 16 or 32"), sentence);
    }
}
