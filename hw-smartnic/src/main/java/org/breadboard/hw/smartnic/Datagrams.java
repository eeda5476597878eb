package org.breadboard.hw.smartnic;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;

/** Datagrams between host threads, as DPDK sends and receives them in bursts (Xenic 3.3): each is a packet of its own. */
final class Datagrams implements DatagramTransport {
    private final SmartNic nic;
    private final NodeScope scope;
    private DatagramPort[] ports = new DatagramPort[16];

    Datagrams(SmartNic nic, NodeScope scope) {
        this.nic = nic;
        this.scope = scope;
    }

    @Override
    public int maxPayloadBytes() {
        return nic.parameters().mtuBytes;
    }

    @Override
    public Endpoint open(Stage stage, int port, int receiveSlots, int sendSlots) {
        if (port < 0 || port >= 1 << 16) {
            throw new RefusedException("Port " + port + " is not a datagram port: they go from 0 to 65535.");
        }
        if (port >= ports.length) {
            ports = Arrays.copyOf(ports, Math.max(port + 1, ports.length * 2));
        }
        if (ports[port] != null) {
            throw new RefusedException(
                    "Port " + port + " of node " + nic.node() + " is open already; a port belongs to one stage.");
        }
        if (receiveSlots < 0 || sendSlots < 1) {
            throw new RefusedException("Port " + port + " of node " + nic.node() + " asks for a receive queue of "
                    + receiveSlots + " and a send queue of " + sendSlots + " slots; at least 0 and 1 are needed.");
        }
        stage.reserve(receiveSlots);
        nic.reservePassing(port, sendSlots);
        ports[port] = new DatagramPort(nic, scope, stage, port, receiveSlots, sendSlots);
        return ports[port];
    }

    /** A datagram is at its host: it takes a posted receive, or it is dropped and counted by who sent it. */
    void arrived(Transit transit, Message message) {
        int port = message.port();
        DatagramPort target = port >= 0 && port < ports.length ? ports[port] : null;
        DatagramPort source = (DatagramPort) message.owner();
        if (target == null) {
            transit.drop(message, source.noSuchPort);
        } else if (target.takeReceive()) {
            source.delivered.add(1);
            transit.deliver(target.stage, message);
        } else {
            transit.drop(message, source.receiverNotReady);
        }
    }
}
