package org.breadboard.api.pipeline;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/** A kind of program that a mix can put into its switches, {@code switch: ID}. Any thread. */
public interface PipelineProgramType {
    /** The id in mixes, unique among installed plug-ins. */
    String id();

    /** One line for lists. */
    String description();

    /**
     * The format of the packets that it judges, in a name that protocols share ({@link
     * org.breadboard.api.protocol.ProtocolType#packetFormat}): a mix whose protocol sends others is refused. Never empty. What the bytes
     * are, and which ports they use, is for the documentation of the plug-in that sends them.
     */
    String packetFormat();

    /** What a mix can set, as {@code switch.NAME}, beside the parameters of the device. Empty for none. */
    List<Setting<?>> settings();

    /**
     * A program for one switch; each switch gets one of its own, and is asked for it while the cluster is built. Never null.
     *
     * @throws org.breadboard.api.RefusedException if the settings cannot work together
     */
    PipelineProgram create(Settings settings);
}
