// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.osgi.annotation.versioning.ConsumerType;

/** A kind of program that a mix can put into its switches, {@code switch: ID}. Any thread. */
@ConsumerType
public interface PipelineProgramType {
    /** The id in mixes, unique among installed plug-ins. */
    String id();

    /** One line for lists. */
    String description();

    /**
     * The name of the format of the packets that it reads, shared with protocols
     * ({@link org.breadboard.api.protocol.ProtocolTraits#packetFormat}). A mix whose protocol sends other packets is
     * refused. The plug-in that sends the packets documents their bytes and ports. Empty: the program reads the packets
     * of every protocol that describes them ({@link org.breadboard.api.protocol.ProtocolType#packets}), and is created
     * with the description.
     */
    String packetFormat();

    /** What a mix can set, as {@code switch.NAME}, beside the parameters of the device. Empty for none. */
    List<Setting<?>> settings();

    /**
     * Creates the program of one switch. Called for each switch while the cluster is built. Never null.
     *
     * @throws org.breadboard.api.RefusedException if the settings cannot work together
     */
    PipelineProgram create(Settings settings);

    /**
     * Creates the program of one switch for packets that their protocol describes; called in the place of
     * {@link #create(Settings)} if there is no {@link #packetFormat}.
     *
     * @param packets {@linkplain PacketDescription#check checked}
     * @throws org.breadboard.api.RefusedException as for {@link #create(Settings)}
     */
    default PipelineProgram create(Settings settings, PacketDescription packets) {
        return create(settings);
    }
}
