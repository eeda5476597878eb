// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolType;

/**
 * Uniform lookups in one table, as a device or a remote reader makes them: ranges of bytes, counted as round trips, and
 * the slots in them, counted as objects read (Xenic Table 2). It has no costs: a lookup takes 1 ns of virtual time, and
 * only the counters mean anything.
 */
public final class LookupBenchmarkType implements ProtocolType {
    /** For the plug-in. */
    public LookupBenchmarkType() {}

    @Override
    public String id() {
        return "store-lookups";
    }

    @Override
    public String description() {
        return "micro-benchmark: objects read and round trips of lookups in one table (Xenic, Table 2)";
    }

    @Override
    public Runs runs() {
        return Runs.OPERATIONS;
    }

    @Override
    public List<Setting<?>> settings() {
        return LookupSettings.SETTINGS;
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Collections.emptySet();
    }

    @Override
    public int maxValueBytes() {
        return LookupSettings.MAX_VALUE_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        return new LookupBenchmark(context);
    }
}
