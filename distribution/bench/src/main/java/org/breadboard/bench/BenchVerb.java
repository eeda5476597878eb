// SPDX-License-Identifier: Apache-2.0
package org.breadboard.bench;

import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code bench}: the benchmarks of the core, or whole commands. */
public final class BenchVerb implements Verb {
    @Override
    public String name() {
        return "bench";
    }

    @Override
    public int order() {
        return 17;
    }

    @Override
    public VerbCommand command() {
        return new BenchCommand();
    }
}
