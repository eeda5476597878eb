// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolType;

/** Echoes, remote writes and DMA, as fast as {@code load.contexts} of them per thread go (Xenic 3.3 to 3.5). */
public final class SmartNicBenchmarkType implements ProtocolType {
    private static final Set<Class<? extends Capability>> REQUIRES =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of(NicCompute.class, DatagramTransport.class)));

    /** For the plug-in. */
    public SmartNicBenchmarkType() {}

    @Override
    public String id() {
        return "smartnic-bench";
    }

    @Override
    public String description() {
        return "micro-benchmark: echoes by NIC or host, writes to NIC or host memory, DMA, with checked bytes";
    }

    @Override
    public Runs runs() {
        return Runs.OPERATIONS;
    }

    @Override
    public List<Setting<?>> settings() {
        return BenchSettings.SETTINGS;
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
        return new SmartNicBenchmark(context, new BenchSettings(context.settings(), context.nodes()));
    }
}
