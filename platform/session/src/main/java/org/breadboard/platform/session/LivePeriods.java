// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.run.Totals;

/** What each protocol of a live cluster did, whose clients count on from one to the next. One thread. */
final class LivePeriods {
    private final List<Kinds.Period> ended = new ArrayList<>();
    private Kinds.Kind before;
    private long fromNs;

    /**
     * A protocol has run until an instant, and the next one takes transactions from another one on.
     *
     * @param totals of all that ran so far
     */
    void end(String protocol, Totals totals, long atNs, long nextNs) {
        Kinds.Kind all = totals.all(protocol);
        ended.add(new Kinds.Period(before == null ? all : all.since(before), fromNs, atNs));
        before = all;
        fromNs = nextNs;
    }

    List<Kinds.Period> all() {
        return List.copyOf(ended);
    }
}
