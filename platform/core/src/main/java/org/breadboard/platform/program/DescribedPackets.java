// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.program;

import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;

/** What a protocol says of its packets to programs of switches that read any which are described. */
public final class DescribedPackets {
    private DescribedPackets() {}

    /** Whether a program reads packets of any protocol that describes them. */
    public static boolean areReadBy(PipelineProgramType program) {
        return program.packetFormat().isEmpty();
    }

    /** Whether a protocol describes its packets, whatever it is set to. */
    public static boolean areSentBy(ProtocolType protocol) {
        try {
            return protocol.packets(Settings.defaultsOf(protocol.settings())) != null;
        } catch (RefusedException withTheseSettings) {
            return true;
        }
    }

    /**
     * The description that a program is created with, checked; null if the program reads packets of a format of its
     * own.
     *
     * @param settings of the protocol
     * @throws RefusedException if the protocol does not describe what it sends, or not as it is
     */
    public static PacketDescription of(PipelineProgramType program, ProtocolType protocol, Settings settings) {
        if (!areReadBy(program)) {
            return null;
        }
        PacketDescription packets = protocol.packets(settings);
        if (packets == null) {
            throw new RefusedException(
                    "program '" + program.id() + "' judges packets that their protocol describes, and" + " protocol '"
                            + protocol.id() + "' describes none");
        }
        try {
            packets.check();
        } catch (RefusedException refused) {
            throw new RefusedException("program '" + program.id() + "' cannot read how protocol '" + protocol.id()
                    + "' describes its packets: " + refused.getMessage());
        }
        return packets;
    }
}
