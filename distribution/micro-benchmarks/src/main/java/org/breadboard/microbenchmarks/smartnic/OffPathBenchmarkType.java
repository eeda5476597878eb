// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolType;

/** One-sided WRITEs between hosts and the cores of off-path NICs (Xenic 3.1). */
public final class OffPathBenchmarkType implements ProtocolType {
    static final Setting<String> SOURCE =
            Setting.choice("source", List.of("host", "soc"), "who writes: host threads, or cores of their NICs");
    static final Setting<String> TARGET = Setting.choice("target", List.of("host", "soc"), "whose memory is written");
    private static final Setting<Boolean> LOCAL =
            Setting.flag("local", false, "write to the own node, otherwise to the next one");
    static final Setting<Integer> VALUE_BYTES = Setting.count("valueBytes", "B", 64, 8, 4096, "bytes of a WRITE");

    private static final Set<Class<? extends Capability>> REQUIRES =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of(NicCores.class, OneSidedVerbs.class)));

    private static final List<Setting<?>> SETTINGS = List.of(SOURCE, TARGET, LOCAL, VALUE_BYTES);

    /** For the plug-in. */
    public OffPathBenchmarkType() {}

    @Override
    public String id() {
        return "smartnic-offpath-bench";
    }

    @Override
    public String description() {
        return "micro-benchmark: one-sided WRITEs between hosts and the cores of off-path SmartNICs, with checked bytes";
    }

    @Override
    public Runs runs() {
        return Runs.OPERATIONS;
    }

    @Override
    public List<Setting<?>> settings() {
        return SETTINGS;
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return REQUIRES;
    }

    @Override
    public int maxValueBytes() {
        return 4096;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        boolean local = context.settings().get(LOCAL);
        if (!local && context.nodes() < 2) {
            throw new RefusedException("local=false writes to the next node, but cluster.nodes is 1.");
        }
        return new OffPathBenchmark(context, local);
    }
}
