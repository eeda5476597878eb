// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.yaml.Where;

/**
 * Who asks for what in a mix, who offers it, and what is missing. To run a mix, the first thing that is missing ends
 * everything; to report on a mix, all of them are kept. For one thread.
 */
public final class Demands {
    private final List<Demand> kept;

    private Demands(List<Demand> kept) {
        this.kept = kept;
    }

    /** Ends at the first thing that is missing. */
    static Demands strict() {
        return new Demands(null);
    }

    /** Keeps all. */
    static Demands reported() {
        return new Demands(new ArrayList<>());
    }

    /**
     * One of them.
     *
     * @param where the place in the mix that it follows from
     * @param who asks
     * @param what is asked for
     * @param by who offers it, or who would have to
     * @param missing why it is not there, as the sentence with which a run would be refused; empty if it is there
     */
    public record Demand(String where, String who, String what, String by, String missing) {}

    /** All that were kept, in the order in which they came up. */
    List<Demand> all() {
        return List.copyOf(kept);
    }

    /** Whether one of those that were kept is missing. */
    boolean anyMissing() {
        return kept.stream().anyMatch(demand -> !demand.missing().isEmpty());
    }

    /** Something is there. */
    void there(Where where, String who, String what, String by) {
        if (kept != null) {
            kept.add(new Demand(where.toString(), who, what, by, ""));
        }
    }

    /** Runs a check that refuses what is not there. */
    void check(Where where, String who, String what, String by, Runnable check) {
        try {
            check.run();
            there(where, who, what, by);
        } catch (RefusedException refused) {
            missing(where, who, what, by, refused);
        }
    }

    /** Runs a check of something of which nobody wants to hear if it is there. */
    void quietly(Where where, String who, String what, String by, Runnable check) {
        try {
            check.run();
        } catch (RefusedException refused) {
            missing(where, who, what, by, refused);
        }
    }

    /** Something is not there. */
    void missing(Where where, String who, String what, String by, RefusedException refused) {
        if (kept == null) {
            throw refused;
        }
        String place = where + ": ";
        String sentence = refused.getMessage();
        kept.add(new Demand(
                where.toString(),
                who,
                what,
                by,
                sentence.startsWith(place) ? sentence.substring(place.length()) : sentence));
    }
}
