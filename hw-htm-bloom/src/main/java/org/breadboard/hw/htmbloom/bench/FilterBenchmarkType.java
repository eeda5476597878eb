// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolType;

/**
 * Trials of one kind of filter: each fills an empty one with lines and probes it for one that is not among them. It has
 * no costs: a trial takes 1 ns of virtual time, and only the counters mean anything.
 */
public final class FilterBenchmarkType implements ProtocolType {
    /** For the plug-in. */
    public FilterBenchmarkType() {}

    @Override
    public String id() {
        return "filter-bench";
    }

    @Override
    public String description() {
        return "micro-benchmark: false positives of Bloom filters over cache lines, and their storage (HADES, Table IV)";
    }

    @Override
    public Runs runs() {
        return Runs.OPERATIONS;
    }

    @Override
    public List<Setting<?>> settings() {
        return FilterSettings.SETTINGS;
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Collections.emptySet();
    }

    /** It stores no values. */
    @Override
    public int maxValueBytes() {
        return 0;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        return new FilterBenchmark(context);
    }
}
