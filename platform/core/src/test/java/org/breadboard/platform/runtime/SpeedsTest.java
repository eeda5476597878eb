// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeedsTest {
    @Test
    void shouldReadWhatItWrites() {
        Speeds speeds = Speeds.parse(" nic.engine = 1.10, host=2 ");
        assertEquals(2, speeds.of("host"));
        assertEquals(1.1, speeds.of("nic.engine"));
        assertEquals(1, speeds.of("link.up"));
        assertEquals("host=2, nic.engine=1.1", speeds.toString());
        assertEquals(speeds, Speeds.parse(speeds.toString()));
    }

    @Test
    void shouldForgetWhatIsAsUsual() {
        assertEquals(Speeds.USUAL, Speeds.parse("host=1"));
        assertEquals(Speeds.USUAL, Speeds.parse(""));
        assertEquals(Speeds.USUAL, Speeds.USUAL.with("host", 2).with("host", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"host", "host=", "=2", "host=fast", "host=0", "host=-1", "host=1e9", "host=2,,nic=2", "host=NaN"
            })
    void shouldRefuseWhatIsNoSpeed(String text) {
        String said = assertThrows(IllegalArgumentException.class, () -> Speeds.parse(text))
                .getMessage();
        assertTrue(said.contains("as host=2, nic.engine=1.1, and not '"), said);
    }

    @Test
    void shouldFindTheGroupOfAName() {
        assertEquals(new GroupName("node3", "host"), GroupName.of("node3/host12"));
        assertEquals(new GroupName("", "dma.queue"), GroupName.of("dma.queue7"));
        assertEquals(new GroupName("rack0", "uplink.up"), GroupName.of("rack0/uplink.up"));
        assertEquals(new GroupName("", "switch.pass"), GroupName.of("switch.pass"));
    }
}
