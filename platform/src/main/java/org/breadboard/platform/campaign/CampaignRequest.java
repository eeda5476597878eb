package org.breadboard.platform.campaign;

import java.util.List;
import org.breadboard.platform.console.OutputFormat;

/**
 * What {@code campaign} is asked to do.
 *
 * @param first the first seed
 * @param seeds how many seeds, from there on
 * @param minutes after how many minutes no further seed begins; 0 for no such end
 * @param mixes the mixes to begin with; none for every protocol that is installed
 * @param sets {@code key=value} each, for every seed
 * @param parallel how many seeds run at once; 0 for as many as there are cores
 * @param resume whether to go on with the newest campaign that was stopped or killed
 * @param output the form of what is printed
 */
public record CampaignRequest(
        long first,
        int seeds,
        double minutes,
        List<String> mixes,
        List<String> sets,
        int parallel,
        boolean resume,
        OutputFormat output) {
    /** Copies the lists. */
    public CampaignRequest {
        mixes = List.copyOf(mixes);
        sets = List.copyOf(sets);
    }
}
