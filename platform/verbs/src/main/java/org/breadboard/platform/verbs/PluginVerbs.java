// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.registry.OtherKind;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Reads which verbs plug-ins bring, when they are examined. */
public final class PluginVerbs implements OtherKind {
    private final List<String> taken;

    /** {@code taken} are the words that stand for something already. */
    public PluginVerbs(Collection<String> taken) {
        this.taken = List.copyOf(taken);
    }

    @Override
    public String singular() {
        return "verb";
    }

    @Override
    public List<String> taken() {
        return taken;
    }

    @Override
    public List<Offer<?>> of(Plugin plugin) {
        List<Offer<?>> offers = new ArrayList<>();
        if (plugin instanceof VerbPlugin brings) {
            for (Verb verb : brings.verbs()) {
                String[] description = model(verb).usageMessage().description();
                offers.add(new Offer<>(verb.name(), description.length == 0 ? "" : description[0], verb));
            }
        }
        return offers;
    }

    /** Whoever looks at the help later does not have to say what is wrong with it. */
    private static CommandSpec model(Verb verb) {
        CommandLine line = verb.command().line(null, null, null);
        line.getUsageMessage();
        return line.getCommandSpec();
    }
}
