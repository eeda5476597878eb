// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;

/**
 * One-sided verbs against registered memory, as fast as {@code load.contexts} of them per thread go (FaSST 3.3, 7.1).
 */
public final class VerbsBenchmarkType implements ProtocolType {
    private static final Set<Class<? extends Capability>> REQUIRES =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of(OneSidedVerbs.class)));

    /** For the plug-in. */
    public VerbsBenchmarkType() {}

    @Override
    public String id() {
        return "rdma-verbs";
    }

    @Override
    public String description() {
        return "micro-benchmark: READ, WRITE, CAS or FAA between all nodes, with checked bytes";
    }

    @Override
    public Runs runs() {
        return Runs.OPERATIONS;
    }

    /** Reliable transports hide what the network does; over UC, what is lost is not missed. */
    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.SERIALIZABLE)
                .tolerating(Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING);
    }

    @Override
    public List<Setting<?>> settings() {
        return VerbsSettings.SETTINGS;
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return REQUIRES;
    }

    @Override
    public int maxValueBytes() {
        return 1 << 20;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        return new VerbsBenchmark(context, VerbsSettings.of(context.settings(), context.nodes()));
    }
}
