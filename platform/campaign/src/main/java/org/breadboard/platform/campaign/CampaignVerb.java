// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import java.util.List;
import java.util.stream.Stream;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code campaign}: many small runs that follow from seeds, each verified. */
public final class CampaignVerb implements Verb {
    @Override
    public String name() {
        return "campaign";
    }

    @Override
    public int order() {
        return 9;
    }

    @Override
    public VerbCommand command() {
        return new CampaignCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--set" -> typed.offerSet(mix(typed));
            case "--mix" -> typed.offerListed(typed.names().of(Kind.MIXES));
            case "--protocol" -> typed.offerListed(typed.names().of(Kind.PROTOCOLS));
            case "--nemesis" -> typed.offerListed(typed.names().words("faults.nemesis", "", List.of()));
            case "--every" ->
                typed.offerListed(Stream.of(FaultAt.Moment.values())
                        .map(FaultAt.Moment::word)
                        .toList());
            default -> {}
        }
    }

    private static String mix(Completion typed) {
        return typed.word(typed.words().indexOf("--mix") + 1);
    }
}
