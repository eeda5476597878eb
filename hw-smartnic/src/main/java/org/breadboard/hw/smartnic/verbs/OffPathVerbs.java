// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.verbs;

import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.smartnic.core.Cores;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Ways;
import org.breadboard.kit.hardware.RegisteredRegions;
import org.breadboard.kit.hardware.TornCopies;

/**
 * One-sided verbs of an off-path NIC, over reliable connections (Xenic 3.1). The internal switch executes requests on
 * the memory of the host, or of the NIC, wherever a region lies; a core reaches its own host's memory in no other way.
 * The requests of a connection are executed once and begin in the order of posting, in which they complete as well.
 * What the network loses, the NIC's link sends again.
 *
 * <p>Where a copy of several lines may be seen half done, a connection's next request waits until it is over.
 */
public final class OffPathVerbs implements OneSidedVerbs {
    private final int node;
    private final int first;
    private final NicParameters parameters;
    private final Ways ways;
    private final Cores cores;
    private final Counter repeatedAnswers;
    private final Resource hostMemory;
    private final Resource toSocMemory;
    private final Resource fromSocMemory;
    private final RegisteredRegions regions;
    private final TornCopies copies;
    private final Counter repeatedRequests;
    private final Hop execute = this::execute;
    private final Hop copyRest = this::copyRest;

    /**
     * Of one off-path NIC.
     *
     * @param repeatedAnswers counts answers to requests that have been answered before
     */
    public OffPathVerbs(
            HardwareContext context, NicParameters parameters, Ways ways, Cores cores, Counter repeatedAnswers) {
        node = context.node();
        first = context.firstNumber();
        this.parameters = parameters;
        this.ways = ways;
        this.cores = cores;
        this.repeatedAnswers = repeatedAnswers;
        Resource.Cost bytes = m -> Verb.bytesMoved(m) / parameters.pcieBytesPerNs;
        hostMemory = context.resource("pcie.verbs", bytes, parameters.hostMemoryNs);
        toSocMemory = context.resource("soc.verbs", bytes, parameters.socCrossNs + parameters.hostMemoryNs);
        fromSocMemory = context.resource("soc.answers", m -> 0, parameters.socCrossNs);
        regions = new RegisteredRegions(node);
        copies = new TornCopies(context);
        repeatedRequests = context.unexpected("smartnic.repeatedRequests");
    }

    @Override
    public void register(Region region) {
        regions.register(region);
    }

    @Override
    public QueuePair connect(Stage stage, int target, Transport transport, int sendSlots, int sharers) {
        if (transport != Transport.RC || sharers != 1 || sendSlots < 1) {
            throw new RefusedException(
                    "An off-path SmartNIC connects over RC, for one thread, with one send slot or more;"
                            + " asked for are " + transport + ", " + sharers + " sharers and " + sendSlots + " slots.");
        }
        stage.reserve(sendSlots);
        boolean onCore = cores.isCore(stage);
        return new VerbQueuePair(
                parameters, onCore ? ways.fromCore() : ways.fromHost(), stage, onCore, node, target, sendSlots, first);
    }

    /** A request or an answer is at the internal switch of this node. */
    public void arrived(Transit transit, Message message) {
        if (Verb.isAnswer(message)) {
            (queuePair(message).isOnCore() ? ways.toCore() : ways.toHost()).arrive(transit, message);
        } else if (queuePair(message).accept(message)) {
            begin(transit, queuePair(message));
        } else {
            transit.drop(message, repeatedRequests);
        }
    }

    /** An answer is at the stage that waits for it. */
    public void complete(Transit transit, Message message) {
        queuePair(message).complete(transit, message, repeatedAnswers);
    }

    private static VerbQueuePair queuePair(Message message) {
        return (VerbQueuePair) message.owner();
    }

    private void begin(Transit transit, VerbQueuePair queuePair) {
        boolean oneByOne = copies.tears();
        for (Message next = queuePair.next(oneByOne); next != null; next = queuePair.next(oneByOne)) {
            transit.forward(inSoc(region(next)) ? toSocMemory : hostMemory, next, execute);
        }
    }

    private static boolean inSoc(Region region) {
        return region.lifetime() == Lifetime.DEVICE_VOLATILE;
    }

    private void execute(Transit transit, Message message) {
        Region region = region(message);
        int whole = Verb.copiedBytes(message);
        int cut = copies.cut(transit, message.register(1), whole);
        Verb.execute(message, region, 0, cut);
        if (cut == whole) {
            answer(transit, message, region);
        } else {
            message.register(2, cut);
            copies.pause(transit, message, copyRest);
        }
    }

    private void copyRest(Transit transit, Message message) {
        Region region = region(message);
        Verb.execute(message, region, (int) message.register(2), Verb.copiedBytes(message));
        answer(transit, message, region);
    }

    private void answer(Transit transit, Message message, Region region) {
        VerbQueuePair queuePair = queuePair(message);
        Verb.turn(message);
        if (inSoc(region)) {
            transit.forward(fromSocMemory, message, ways.route());
        } else {
            ways.route().arrive(transit, message);
        }
        queuePair.executed();
        begin(transit, queuePair);
    }

    private Region region(Message message) {
        String name = queuePair(message).regionName(message);
        Region region = regions.named(name, message.sourceNode());
        Verb.check(message, region, node);
        return region;
    }
}
