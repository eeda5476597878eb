// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The datagrams of one node's hosts: its ports by number, and the delivery of datagrams that arrive. {@link #port}
 * builds the device's kind of port.
 *
 * <p>Ports are opened while the node is built, by the thread that builds it. {@link #arrived} and {@link #at} are
 * called afterwards, live by any thread that serves the node.
 */
@ConsumerType
public abstract class Datagrams implements DatagramTransport {
    /**
     * What {@link org.breadboard.api.hardware.HardwareType#wireFormat} answers for datagrams where a device takes those
     * of other devices, too. Then a message that comes from the network and whose owner is a {@link DatagramPort} of
     * another class than the device's own is a datagram: source and target node, port, kind and bytes count, and
     * registers are the device's to set anew. It ends at {@link #arrived} as any other.
     */
    public static final String WIRE_FORMAT = "datagrams";

    private static final int MOST_PORTS = 1 << 16;

    private final int node;
    private final int maxPayloadBytes;
    private DatagramPort[] ports = new DatagramPort[16];

    /**
     * A port to be opened; its numbers have been checked.
     *
     * @param node the node that it belongs to
     * @param number by which others reach it, unique within the node
     * @param receiveSlots the depth of its receive queue, 0 or more
     * @param sendSlots the depth of its send queue, 1 or more
     */
    public record PortSpec(int node, int number, Stage stage, int receiveSlots, int sendSlots) {}

    /**
     * Opens no port yet.
     *
     * @param maxPayloadBytes the largest payload of a datagram
     */
    protected Datagrams(int node, int maxPayloadBytes) {
        this.node = node;
        this.maxPayloadBytes = maxPayloadBytes;
    }

    /** Builds a port of the device. Its stage has reserved the receive queue already. */
    protected abstract DatagramPort port(PortSpec spec);

    @Override
    public final int maxPayloadBytes() {
        return maxPayloadBytes;
    }

    @Override
    public final Endpoint open(Stage stage, int port, int receiveSlots, int sendSlots) {
        if (port < 0 || port >= MOST_PORTS) {
            throw new RefusedException("Port " + port + " is not a datagram port: they go from 0 to 65535.");
        }
        if (port >= ports.length) {
            ports = Arrays.copyOf(ports, Math.max(port + 1, ports.length * 2));
        }
        if (ports[port] != null) {
            throw new RefusedException(
                    "Port " + port + " of node " + node + " is open already; a port belongs to one stage.");
        }
        if (receiveSlots < 0 || sendSlots < 1) {
            throw new RefusedException("Port " + port + " of node " + node + " asks for a receive queue of "
                    + receiveSlots + " and a send queue of " + sendSlots + " slots; at least 0 and 1 are needed.");
        }
        stage.reserve(receiveSlots);
        ports[port] = port(new PortSpec(node, port, stage, receiveSlots, sendSlots));
        return ports[port];
    }

    /** The port of that number, or null if none is open. */
    public final DatagramPort at(int port) {
        return port >= 0 && port < ports.length ? ports[port] : null;
    }

    /**
     * A datagram has reached its host. It takes a posted receive and goes into the ring of the port's stage, or it is
     * dropped. Either is counted by the port that sent it, which is the message's owner.
     */
    public final void arrived(Transit transit, Message message) {
        DatagramPort target = at(message.port());
        DatagramPort.Counts counts = ((DatagramPort) message.owner()).counts;
        if (target == null) {
            transit.drop(message, counts.noSuchPort());
        } else if (target.takeReceive()) {
            counts.delivered().add(1);
            transit.deliver(target.stage(), message);
        } else {
            transit.drop(message, counts.receiverNotReady());
        }
    }
}
