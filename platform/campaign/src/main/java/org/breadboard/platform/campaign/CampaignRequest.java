// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import java.util.List;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.nemesis.FaultAt;

/**
 * What {@code campaign} is asked to do.
 *
 * @param first the first seed; null for 1, or what a campaign that is resumed was asked
 * @param seeds how many seeds, from there on; null for 100, for no end with minutes, or what one that is resumed was
 *     asked
 * @param minutes after how many minutes no further seed begins, 0 for no such end; null for 0, or what one that is
 *     resumed was asked
 * @param mixes the mixes to begin with; none for protocols
 * @param protocols the protocols, on all hardware that they run on; none for every one that is installed
 * @param sets {@code key=value} each, for every seed
 * @param nemesis what strikes in windows, as {@code faults.nemesis} names it; null for all that a protocol bears
 * @param parallel how many seeds run at once; 0 for as many as there are cores
 * @param failFast whether no seed begins after one has failed
 * @param every at which instants of one small run a fault strikes, in the place of seeds; null where seeds draw
 * @param states whether each state that the parts count is to be met
 * @param guided whether seeds are drawn near those that met what none before them had met
 * @param resume whether to go on with the newest campaign that was stopped or killed
 * @param output the form of what is printed
 */
public record CampaignRequest(
        Long first,
        Integer seeds,
        Double minutes,
        List<String> mixes,
        List<String> protocols,
        List<String> sets,
        String nemesis,
        int parallel,
        boolean failFast,
        FaultAt.Moment every,
        boolean states,
        boolean guided,
        boolean resume,
        OutputFormat output) {
    /** The most seeds of a campaign. */
    public static final int MOST = 10_000_000;

    private static final int USUAL = 100;

    /** Copies the lists. */
    public CampaignRequest {
        mixes = List.copyOf(mixes);
        protocols = List.copyOf(protocols);
        sets = List.copyOf(sets);
    }

    /** The same, with these where nothing was said. */
    CampaignRequest or(long otherFirst, Integer otherSeeds, double otherMinutes) {
        double until = minutes == null ? otherMinutes : minutes;
        int most = until > 0 || every != null ? MOST : USUAL;
        return new CampaignRequest(
                first == null ? otherFirst : first,
                seeds != null ? seeds : otherSeeds != null ? otherSeeds : Integer.valueOf(most),
                until,
                mixes,
                protocols,
                sets,
                nemesis,
                parallel,
                failFast,
                every,
                states,
                guided,
                resume,
                output);
    }
}
