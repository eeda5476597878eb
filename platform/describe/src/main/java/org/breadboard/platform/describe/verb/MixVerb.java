// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe.verb;

import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code mix}: a mix to start from, or what the parts of one ask of each other. */
public final class MixVerb implements Verb {
    @Override
    public String name() {
        return "mix";
    }

    @Override
    public int order() {
        return 12;
    }

    @Override
    public VerbCommand command() {
        return new MixCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--set" -> typed.offerSet(mix(typed));
            case "--from" -> typed.offer(Kind.MIXES);
            case "--protocol" -> typed.offer(Kind.PROTOCOLS);
            case "--hardware" -> typed.offer(Kind.PROFILES);
            case "--workload" -> typed.offer(Kind.WORKLOADS);
            case "--testbed" -> typed.offer(Kind.TESTBEDS);
            case "" -> {
                if (typed.first()) {
                    typed.offer("new", "check");
                } else if (typed.after("check")) {
                    typed.offerMix();
                }
            }
            default -> {}
        }
    }

    /** The mix that it is about, or that the mix that it makes begins with. */
    private static String mix(Completion typed) {
        int from = typed.words().indexOf("--from");
        return typed.word(from < 0 ? 1 : from + 1);
    }
}
