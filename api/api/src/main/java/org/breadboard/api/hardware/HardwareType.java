// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A kind of hardware that a mix can put into its nodes. Any thread; methods are quick and build nothing but
 * {@link #build}.
 */
@ConsumerType
public interface HardwareType {
    /** The id in mixes, unique among installed plug-ins. */
    String id();

    /** One line for lists. */
    String description();

    /**
     * The parameters that a profile of this hardware must give, and a user may override, in the order of the data
     * sheet.
     */
    List<Setting<?>> parameters();

    /** The names of the profiles that ship with it; unique among installed plug-ins. */
    List<String> profiles();

    /**
     * Opens a profile's data sheet: YAML with {@code device}, {@code description} and {@code parameters}, each of those
     * a map of {@code value}, {@code kind} (published, derived, assumed) and {@code source} (paper and section, or the
     * reason).
     */
    InputStream openProfile(String name) throws IOException;

    /** The capabilities that its devices offer. */
    Set<Class<? extends Capability>> offers();

    /**
     * The name of what the messages of a capability look like between nodes. Nodes of one cluster may have different
     * data sheets, also of different hardware, if their hardware gives the same name for each capability that the
     * protocol needs: then a device must take what the other sends. Datagrams that are ports of the kit have a name in
     * common, {@code org.breadboard.kit.hardware.Datagrams.WIRE_FORMAT}.
     *
     * @return by default no word: only nodes whose hardware is alike in everything understand each other
     */
    default String wireFormat(Class<? extends Capability> capability) {
        return "";
    }

    /**
     * Begins to capture the packets of a run.
     *
     * @return by default null: nobody knows what they look like, and who wants to capture them is refused
     */
    default PacketCapture capture() {
        return null;
    }

    /**
     * Builds the device of one node. Called for each node, in the order of nodes, before any protocol; and so again for
     * each new configuration, when machines have crashed or come back.
     *
     * @throws org.breadboard.api.RefusedException if the parameters cannot work together
     */
    Device build(HardwareContext context);
}
