// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.junit.jupiter.api.Test;

class DeclaredHardwareTest {
    private static final class Toy extends DeclaredHardware {
        Toy() {
            super(
                    "toy",
                    "a toy",
                    List.of("red", "lost"),
                    List.of(),
                    List.of(OneSidedVerbs.class, DatagramTransport.class));
        }

        @Override
        protected InputStream resource(String name) {
            return name.equals("profiles/lost.yaml")
                    ? null
                    : new ByteArrayInputStream(name.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Device build(HardwareContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private final Toy toy = new Toy();

    @Test
    void shouldOpenTheSheetsThatItNames() throws IOException {
        assertArrayEquals(
                "profiles/red.yaml".getBytes(StandardCharsets.UTF_8),
                toy.openProfile("red").readAllBytes());
    }

    @Test
    void shouldSayWhichSheetsThereAre() {
        for (String none : List.of("blue", "lost", "../red")) {
            String message =
                    assertThrows(IOException.class, () -> toy.openProfile(none)).getMessage();
            assertTrue(message.contains("has no profile " + none + "; it has red, lost"), message);
        }
    }

    @Test
    void shouldOfferItsCapabilitiesInTheOrderOfDeclaration() {
        Set<Class<? extends Capability>> offers = toy.offers();
        assertEquals(List.of(OneSidedVerbs.class, DatagramTransport.class), List.copyOf(offers));
        assertThrows(UnsupportedOperationException.class, offers::clear);
    }
}
