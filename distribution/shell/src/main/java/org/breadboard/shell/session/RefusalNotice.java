// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.Set;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.Refusal;

/** Tells the user of plug-ins that are left out, of each once as long as it stays so. For one thread. */
public final class RefusalNotice {
    private final PluginRegistry registry;
    private final Set<Refusal> told = new LinkedHashSet<>();

    /** Tells of one registry's refusals. */
    public RefusalNotice(PluginRegistry registry) {
        this.registry = registry;
    }

    /** Prints one sentence for each refusal that is new since the last call. */
    public void tellNew(PrintStream out) {
        Set<Refusal> now = new LinkedHashSet<>(registry.refusals());
        now.stream().filter(refusal -> !told.contains(refusal)).forEach(refusal -> out.println(refusal.sentence()));
        told.retainAll(now);
        told.addAll(now);
    }
}
