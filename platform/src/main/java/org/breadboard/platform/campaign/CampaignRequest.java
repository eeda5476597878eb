package org.breadboard.platform.campaign;

import java.util.List;
import org.breadboard.platform.console.OutputFormat;

/**
 * What {@code campaign} is asked to do.
 *
 * @param first the first seed
 * @param seeds how many seeds, from there on
 * @param minutes after how many minutes no further seed begins; 0 for no such end
 * @param mixes the mixes to begin with; none for protocols
 * @param protocols the protocols, on all hardware that they run on; none for every one that is installed
 * @param sets {@code key=value} each, for every seed
 * @param nemesis what strikes in windows, as {@code faults.nemesis} names it; null for all that a protocol bears
 * @param parallel how many seeds run at once; 0 for as many as there are cores
 * @param failFast whether no seed begins after one has failed
 * @param resume whether to go on with the newest campaign that was stopped or killed
 * @param output the form of what is printed
 */
public record CampaignRequest(
        long first,
        int seeds,
        double minutes,
        List<String> mixes,
        List<String> protocols,
        List<String> sets,
        String nemesis,
        int parallel,
        boolean failFast,
        boolean resume,
        OutputFormat output) {
    /** Copies the lists. */
    public CampaignRequest {
        mixes = List.copyOf(mixes);
        protocols = List.copyOf(protocols);
        sets = List.copyOf(sets);
    }
}
