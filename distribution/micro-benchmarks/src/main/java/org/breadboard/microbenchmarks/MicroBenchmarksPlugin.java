// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.microbenchmarks.smartnic.OffPathBenchmarkType;
import org.breadboard.microbenchmarks.smartnic.SmartNicBenchmarkType;
import org.breadboard.microbenchmarks.verbs.VerbsBenchmarkType;

/** Micro-benchmarks of hardware: they run on any that has the capabilities which they require. */
@ServiceProvider(Plugin.class)
public final class MicroBenchmarksPlugin implements Plugin {

    @Override
    public String id() {
        return "micro-benchmarks";
    }

    @Override
    public String description() {
        return "Micro-benchmarks of hardware: verbs, SmartNICs on the path and off it";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new VerbsBenchmarkType(), new SmartNicBenchmarkType(), new OffPathBenchmarkType());
    }
}
