// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe.verb;

import java.util.stream.Stream;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code list}: what there is. */
public final class ListVerb implements Verb {
    @Override
    public String name() {
        return "list";
    }

    @Override
    public int order() {
        return 10;
    }

    @Override
    public VerbCommand command() {
        return new ListCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--of" ->
                Stream.of(Kind.PROTOCOLS, Kind.PROFILES, Kind.PROGRAMS, Kind.WORKLOADS)
                        .flatMap(kind -> typed.names().of(kind).stream())
                        .filter(name -> !name.equals("shared"))
                        .forEach(name -> typed.offer(name));
            case "" -> {
                if (typed.first()) {
                    Stream.of(Kind.values()).map(Kind::word).forEach(word -> typed.offer(word));
                }
            }
            default -> {}
        }
    }
}
