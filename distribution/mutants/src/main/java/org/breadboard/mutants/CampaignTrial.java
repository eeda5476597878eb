// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process in which campaigns look for one mutant, blind and guided in turn, and prints a line about each: which it
 * was, its first seed, how many seeds it took until one failed, or {@link #NOT_FOUND}, and the CPU time of the process.
 */
final class CampaignTrial {
    static final String BLIND = "blind";
    static final String GUIDED = "guided";
    static final String NOT_FOUND = "-";

    /** Seeds that the compiler gets to see before anything is measured; no campaign here has them. */
    private static final int WARM = 30;

    private static final Pattern FAILED = Pattern.compile("\"failures\" : \\[ \\{\\s*\"seed\" : (\\d+)");

    private CampaignTrial() {}

    /** The distribution's folder, how many seeds a campaign has at most, the campaign, and the first seed of each. */
    public static void main(String[] given) throws IOException {
        PrintStream console = System.out;
        Path home = Path.of(given[0]);
        int most = Integer.parseInt(given[1]);
        String campaign = given[2] + " --parallel 1 --fail-fast --output json";
        Trial.execute(home, campaign + " --first 900000000 --seeds " + WARM);
        for (int i = 3; i < given.length; i++) {
            long first = Long.parseLong(given[i]);
            // The first one bears what is compiled then, so each comes first every other time.
            boolean blindFirst = (i + campaign.hashCode()) % 2 == 0;
            List<String> inTurn = blindFirst ? List.of(BLIND, GUIDED) : List.of(GUIDED, BLIND);
            for (String kind : inTurn) {
                String how = kind.equals(GUIDED) ? " --guided" : "";
                Duration before = cpu();
                String printed = Trial.execute(home, campaign + how + " --first " + first + " --seeds " + most)
                        .out();
                Duration took = cpu().minus(before);
                Matcher failed = FAILED.matcher(printed);
                String seeds = failed.find() ? Long.toString(Long.parseLong(failed.group(1)) - first + 1) : NOT_FOUND;
                console.println(String.join("\t", kind, given[i], seeds, Long.toString(took.toMillis())));
                console.flush();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }
}
