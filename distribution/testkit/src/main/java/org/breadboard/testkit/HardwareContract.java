// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.testkit.rules.ProfileRules;
import org.breadboard.testkit.rules.SettingRules;
import org.junit.jupiter.api.Test;

/**
 * What a kind of hardware promises before it is built: legal parameters, data sheets in which every number has a source
 * and a kind, and capabilities that are interfaces. What its devices do in a run is tried by {@link ProtocolContract}
 * of a protocol that uses them, and on a {@link DeviceBench}: there a hop that touches a stage or resource of another
 * node, other than through the node's port, fails with a sentence that names both.
 */
public abstract class HardwareContract {
    /** For subclasses. */
    protected HardwareContract() {}

    /** The kind of hardware under test. */
    protected abstract HardwareType type();

    @Test
    void shouldDeclareLegalParameters() {
        SettingRules.check(type().id(), type().parameters());
    }

    @Test
    void shouldShipProfilesThatSayWhereEachNumberComesFrom() throws IOException {
        ProfileRules.check(type());
    }

    @Test
    void shouldRefuseAProfileThatItDoesNotHave() {
        assertThrows(IOException.class, () -> type().openProfile("no-such-profile"));
    }

    @Test
    void shouldOfferCapabilitiesAsInterfaces() {
        assertFalse(type().offers().isEmpty(), type().id() + " offers nothing that a protocol could ask for");
        for (Class<? extends Capability> capability : type().offers()) {
            assertTrue(capability.isInterface(), capability.getName() + " is a class");
            assertFalse(capability == Capability.class, type().id() + " offers no capability in particular");
        }
    }
}
