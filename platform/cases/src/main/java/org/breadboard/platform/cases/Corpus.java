// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.runtime.SeededStream;

/**
 * The runs that a guided campaign has kept, since each met what none before it had met; further seeds are drawn near
 * them. Immutable; any thread.
 */
public final class Corpus {
    /** Of a campaign of which nothing has ended. */
    public static final Corpus EMPTY = new Corpus(Map.of());

    private static final long PURPOSE = 0xc0f;
    /** One seed of so many is drawn near none. */
    private static final int BLIND = 2;

    private final Map<String, List<Kept>> kept;

    /** By protocol. */
    Corpus(Map<String, List<Kept>> kept) {
        this.kept = new TreeMap<>(kept);
    }

    /**
     * A run that was kept.
     *
     * @param weight how likely it is chosen, beside others
     */
    record Kept(Ended.Drawn drawn, double weight) {}

    /** A case near one of a protocol's that was kept; null for a seed that is drawn near none. */
    Near near(long seed, String protocol, List<Ground> grounds) {
        SeededStream random = new SeededStream(seed, PURPOSE);
        List<Kept> own = kept.getOrDefault(protocol, List.of());
        if (random.nextInt(BLIND) == 0 || own.isEmpty()) {
            return null;
        }
        Ended.Drawn parent = chosen(own, random);
        Ground ground = grounds.get(parent.ground());
        List<Kept> mates = own.stream()
                .filter(each -> each.drawn().ground() == parent.ground())
                .toList();
        Case drawn = Shares.of(Case.of(seed, List.of(ground)), ground);
        Map<String, String> other =
                random.nextInt(2) == 0 ? drawn.sets() : chosen(mates, random).sets();
        return new Near(ground, Near.sets(parent.sets(), other, ground, random));
    }

    private static Ended.Drawn chosen(List<Kept> of, SeededStream random) {
        double at = random.nextDouble() * of.stream().mapToDouble(Kept::weight).sum();
        for (Kept each : of) {
            at -= each.weight();
            if (at < 0) {
                return each.drawn();
            }
        }
        return of.get(of.size() - 1).drawn();
    }
}
