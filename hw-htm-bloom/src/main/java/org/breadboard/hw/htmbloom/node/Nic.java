package org.breadboard.hw.htmbloom.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;

/**
 * The NIC of a HADES node: an RDMA NIC, and HADES's operations on top. A message's way: the end of the step that posted it, the engine,
 * the link, the engine of the other NIC, and there the directory and memory, or a transaction of that node. What a node sends to itself does not
 * leave it. One thread: that of the node's stages.
 */
final class Nic {
    private static final double LATE_NS = 2_000;

    private final Directory directory;
    private final NodeParameters parameters;
    private final Resource engine;
    private final Resource memory;
    private final Fabric.Port port;
    private final RemoteRequests requests;
    private final VerbsMemory verbs;
    private final List<RecordedBits> recorded = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();
    private final List<Region> witnesses = new ArrayList<>();
    private volatile String[] names = new String[0];
    // What other nodes' numbers of regions mean here, by node and number, once they were looked up.
    private final Region[][] resolved;
    private final byte[] word = new byte[Long.BYTES];

    private final Hop leave = this::leave;
    private final Hop onLink = this::onLink;
    private final Hop served = this::served;
    private final Hop again = this::handleAgain;
    private final Hop answering = this::waitForMemory;
    private final Hop fetched = this::fetched;
    private final Hop fetching = this::waitForLines;

    Nic(HardwareContext context, Directory directory) {
        this.directory = directory;
        parameters = directory.parameters;
        engine = context.resource("nic.engine", message -> parameters.nicMessageNs, 0);
        memory = context.resource("nic.memory", new MemoryDelay(), 0);
        port = context.fabric().attach(context.node(), parameters.linkGbps, parameters.roundTripNs / 2, this::arrive);
        requests = new RemoteRequests(directory, this);
        verbs = new VerbsMemory(this, directory, context);
        directory.connect(this);
        resolved = new Region[context.nodes()][0];
    }

    /** Answers wait for memory side by side. */
    private static final class MemoryDelay implements Resource.Cost {
        @Override
        public double serviceNs(Message message) {
            return 0;
        }

        @Override
        public double latencyNs(Message message, double serviceNs) {
            return Wire.delayNs(message);
        }
    }

    RecordedBits recordedBits(int core) {
        while (recorded.size() <= core) {
            recorded.add(new RecordedBits(parameters.smt, parameters.tags));
        }
        return recorded.get(core);
    }

    VerbsMemory verbs() {
        return verbs;
    }

    // Regions.

    void register(Region region, Region witness) {
        for (Region other : regions) {
            if (other.name().equals(region.name())) {
                throw new RefusedException("Region " + region.name() + " of node " + directory.node
                        + " is registered already; one name reaches one region.");
            }
        }
        directory.space.map(region);
        regions.add(region);
        witnesses.add(witness);
        if (witness != null) {
            regions.add(witness);
            witnesses.add(null);
        }
    }

    /** The number by which this NIC names a region of any node. */
    int regionNumber(String name) {
        String[] known = names;
        for (int i = 0; i < known.length; i++) {
            if (known[i].equals(name)) {
                return i;
            }
        }
        String[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = name;
        names = more;
        return known.length;
    }

    String regionName(int number) {
        return names[number];
    }

    /** The region of this node that a request of a transaction names. */
    Region region(Message message) {
        return region((NodeTracker) message.owner(), Wire.region(message));
    }

    Region region(NodeTracker tracker, int number) {
        return region(tracker.nic(), number);
    }

    /** The region of this node that another NIC has this number for. */
    Region region(Nic asker, int number) {
        int node = asker.directory.node;
        if (number >= resolved[node].length) {
            resolved[node] = Arrays.copyOf(resolved[node], number + 16);
        }
        Region region = resolved[node][number];
        if (region == null) {
            region = region(asker.regionName(number));
            resolved[node][number] = region;
        }
        return region;
    }

    Region region(String name) {
        for (Region region : regions) {
            if (region.name().equals(name)) {
                return region;
            }
        }
        throw new IllegalStateException("node " + directory.node + " has no registered region " + name);
    }

    Region witness(Region region) {
        return witnesses.get(regions.indexOf(region));
    }

    byte[] word(long value) {
        Bytes.putLong(word, 0, value);
        return word;
    }

    // Sending.

    /** An empty message of a transaction of this node. */
    Message message(int kind, NodeTracker tracker, long attempt, int node, int capacityBytes) {
        Message message = directory.outlet.take(capacityBytes);
        message.kind(kind);
        message.owner(tracker);
        message.sourceNode(directory.node);
        message.targetNode(node);
        Wire.attempt(message, attempt);
        return message;
    }

    /** Sends a message on its way, with so many bytes behind its header on the wire. */
    void send(Message message, int payloadBytes) {
        message.wireBytes(wireBytes(payloadBytes));
        directory.outlet.leave(leave, message);
    }

    int wireBytes(int payloadBytes) {
        int bytes = Wire.HEADER_BYTES + payloadBytes;
        int packets = Math.max(1, (bytes + parameters.mtuBytes - 1) / parameters.mtuBytes);
        return bytes + packets * parameters.frameBytes;
    }

    void intend(NodeTracker tracker, long attempt, int node, Ranges writes) {
        Message message = message(Wire.INTEND, tracker, attempt, node, writes.encodedBytes(node));
        writes.encode(node, message, true, false, true);
        send(message, message.lengthBytes());
    }

    /** Witnesses are untimed, and cost no bytes on the wire. */
    void validate(NodeTracker tracker, long attempt, int node, Ranges writes, Ranges witnesses, Ranges advances) {
        int witnessBytes = witnesses.wordBytes(node);
        int advanceBytes = advances.wordBytes(node);
        Message message =
                message(Wire.VALIDATE, tracker, attempt, node, writes.encodedBytes(node) + witnessBytes + advanceBytes);
        writes.encode(node, message, false, true, false);
        int payload = message.lengthBytes() + (advances.has(node) ? advanceBytes : 0);
        witnesses.encodeWords(node, message);
        advances.encodeWords(node, message);
        send(message, payload);
    }

    void cancel(NodeTracker tracker, long attempt, int node) {
        send(message(Wire.CANCEL, tracker, attempt, node, 0), 0);
    }

    void lock(NodeTracker tracker, long attempt, int node, Ranges covered) {
        Message message = message(Wire.LOCK, tracker, attempt, node, covered.encodedBytes(node));
        covered.encode(node, message, false, false, true);
        send(message, message.lengthBytes());
    }

    /** Tells a transaction of another node something that it did not ask. */
    void tell(int kind, NodeTracker tracker, long attempt) {
        send(message(kind, tracker, attempt, tracker.node(), 0), 0);
    }

    /** Turns a request into its answer, which waits for memory first. */
    void answer(Message message, int kind, int payloadBytes, double delayNs) {
        turn(message, kind, payloadBytes);
        Wire.delayNs(message, delayNs);
        directory.outlet.leave(answering, message);
    }

    private void turn(Message message, int kind, int payloadBytes) {
        message.kind(kind);
        message.targetNode(message.sourceNode());
        message.sourceNode(directory.node);
        message.wireBytes(wireBytes(payloadBytes));
    }

    /** A read has begun; it goes on when its last line has come. */
    void fetch(Message message, double delayNs) {
        Wire.delayNs(message, delayNs);
        directory.outlet.leave(fetching, message);
    }

    private void fetched(Transit transit, Message message) {
        directory.outlet.use(transit);
        int payloadBytes = requests.fetched(message);
        turn(message, Wire.DATA, payloadBytes);
        leave(transit, message);
        directory.tryAgain();
    }

    /** Answers a read later, and has its lines tracked only then: {@link Breakage#TRACKED_LATE}. */
    void trackLate(Message message, long first, long last) {
        Wire.delayNs(message, LATE_NS);
        directory.outlet.leave(
                (transit, read) -> transit.forward(memory, read, (later, late) -> {
                    directory.outlet.use(later);
                    requests.trackLate(late, first, last);
                }),
                message);
    }

    /** Moves a commit's words only after a while: {@link Breakage#LATE_VERSIONS}. */
    void advanceLate(Message message, int from) {
        Wire.delayNs(message, LATE_NS);
        directory.outlet.leave(
                (transit, commit) -> transit.forward(memory, commit, (later, late) -> {
                    directory.outlet.use(later);
                    requests.advance(later, late, from);
                }),
                message);
    }

    private void waitForLines(Transit transit, Message message) {
        transit.forward(memory, message, fetched);
    }

    private void waitForMemory(Transit transit, Message message) {
        transit.forward(memory, message, leave);
    }

    /** Where a request that was denied goes when it is tried again. */
    Hop again() {
        return again;
    }

    Hop egress() {
        return leave;
    }

    private void leave(Transit transit, Message message) {
        transit.forward(engine, message, onLink);
    }

    private void onLink(Transit transit, Message message) {
        if (message.targetNode() == directory.node) {
            handle(transit, message);
        } else {
            port.egress().arrive(transit, message);
        }
    }

    private void arrive(Transit transit, Message message) {
        transit.forward(engine, message, served);
    }

    private void served(Transit transit, Message message) {
        handle(transit, message);
    }

    // Receiving.

    private void handleAgain(Transit transit, Message message) {
        directory.tally().again(true);
        handle(transit, message);
        directory.tally().again(false);
    }

    private void handle(Transit transit, Message message) {
        directory.outlet.use(transit);
        if (message.kind() >= Wire.VERBS) {
            verbs.arrived(transit, message);
        } else if (message.kind() < Wire.DATA) {
            requests.handle(transit, message);
        } else {
            hear(transit, message, (NodeTracker) message.owner());
        }
    }

    /** A transaction of this node is answered, or told. */
    private void hear(Transit transit, Message message, NodeTracker tracker) {
        if (!tracker.isCurrent(Wire.attempt(message))) {
            transit.release(message);
            return;
        }
        boolean completes = switch (message.kind()) {
            case Wire.DATA -> true;
            case Wire.ACK -> tracker.acknowledged();
            case Wire.GRANTED -> tracker.granted();
            case Wire.NACK, Wire.SQUASH -> refuse(tracker, AbortReason.SQUASHED);
            case Wire.REFUSED -> refuse(tracker, AbortReason.EXHAUSTED);
            default -> throw new IllegalStateException("no answer has kind " + message.kind());
        };
        if (!completes) {
            transit.release(message);
            return;
        }
        if (message.kind() != Wire.DATA) {
            message.lengthBytes(0);
            message.kind(tracker.ticket());
            tracker.addressTo(message);
        } else {
            message.kind(Wire.ticket(message));
        }
        transit.complete(tracker.stage(), message);
    }

    private static boolean refuse(NodeTracker tracker, AbortReason reason) {
        tracker.refused(reason);
        return false;
    }
}
