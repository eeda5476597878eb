// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;

/**
 * What a run of the micro-benchmark does.
 *
 * @param verb what is posted
 * @param valueBytes of each READ or WRITE; 8 for atomics
 * @param transport RC, UC or DC
 * @param emulation how many queue pairs a thread has for each node (FaSST 3.3.2: N × M of them)
 * @param sharers how many threads share a queue pair
 * @param batch how many verbs a context posts to one queue pair at once
 * @param oneDoorbell whether a batch has one doorbell, or each verb one
 * @param oneCompletion whether the last WRITE of a batch alone is signalled, or all are
 * @param oneInitiator whether only node 0 posts, to the other nodes (FaSST Fig. 3), or every node to all
 */
record VerbsSettings(
        Verb verb,
        int valueBytes,
        Transport transport,
        int emulation,
        int sharers,
        int batch,
        boolean oneDoorbell,
        boolean oneCompletion,
        boolean oneInitiator) {
    private static final Setting<String> VERB =
            Setting.choice("verb", List.of("READ", "WRITE", "CAS", "FAA"), "the one-sided verb");
    private static final Setting<Integer> VALUE_BYTES =
            Setting.count("valueBytes", "B", 32, 8, 1 << 20, "bytes of each READ or WRITE");
    private static final Setting<String> TRANSPORT = Setting.choice(
            "transport",
            List.of("RC", "UC", "DC"),
            "the queue pairs' transport; each context has a DC queue pair of its own");
    private static final Setting<Integer> EMULATION =
            Setting.count("emulation", "", 1, 1, 1000, "queue pairs of a thread per node (FaSST 3.3.2)");
    private static final Setting<Integer> SHARERS =
            Setting.count("sharers", "", 1, 1, 1000, "threads that share a queue pair (FaSST 3.3.2)");
    private static final Setting<Integer> BATCH =
            Setting.count("batch", "", 1, 1, 1000, "verbs posted at once, all to one queue pair");
    private static final Setting<String> DOORBELLS =
            Setting.choice("doorbells", List.of("batch", "each"), "what a doorbell is rung for");
    private static final Setting<String> SIGNALS =
            Setting.choice("signals", List.of("each", "last"), "which WRITEs of a batch are signalled");
    private static final Setting<String> INITIATORS = Setting.choice(
            "initiators", List.of("all", "first"), "which nodes post: all to all, or node 0 to the others");

    /** What is posted. */
    enum Verb {
        READ,
        WRITE,
        CAS,
        FAA
    }

    static final List<Setting<?>> SETTINGS =
            List.of(VERB, VALUE_BYTES, TRANSPORT, EMULATION, SHARERS, BATCH, DOORBELLS, SIGNALS, INITIATORS);

    static VerbsSettings of(Settings settings, int nodes) {
        Verb verb = Verb.valueOf(settings.get(VERB));
        boolean atomic = verb == Verb.CAS || verb == Verb.FAA;
        VerbsSettings chosen = new VerbsSettings(
                verb,
                atomic ? Long.BYTES : settings.get(VALUE_BYTES),
                Transport.valueOf(settings.get(TRANSPORT)),
                settings.get(EMULATION),
                settings.get(SHARERS),
                settings.get(BATCH),
                settings.get(DOORBELLS).equals("batch"),
                settings.get(SIGNALS).equals("last"),
                settings.get(INITIATORS).equals("first"));
        if (chosen.transport == Transport.UC && verb != Verb.WRITE) {
            throw new RefusedException("transport=UC does not carry verb=" + verb + " (FaSST Table 1); WRITE can be"
                    + " sent over UC, everything over RC.");
        }
        if (chosen.oneCompletion && verb != Verb.WRITE) {
            throw new RefusedException("signals=last leaves nobody to look at what verb=" + verb
                    + " brings; a WRITE brings nothing, so it alone may go unsignalled.");
        }
        if (chosen.oneInitiator && nodes < 2) {
            throw new RefusedException("initiators=first needs other nodes to reach, but cluster.nodes is 1.");
        }
        return chosen;
    }

    /** Bytes from one operand to the next, so that operands begin at words. */
    int strideBytes() {
        return (valueBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
}
