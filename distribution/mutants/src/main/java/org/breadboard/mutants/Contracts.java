// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What contracts find by themselves, as the build of a plug-in's author runs them: the mutants of the protocols that
 * {@code distribution/mutants/contracts.txt} names. Keeps {@code docs/makers/contract-power.csv}, in which those that
 * are not tried now stay as they were. Any thread.
 */
final class Contracts {
    private static final String HEADER = "id,category,caught,seconds,by,what,finding";

    private final Path kept;
    private final List<Mutant> all;
    private final double seconds;
    private final Map<String, Contract> contracts = new HashMap<>();
    private final Map<String, String> rows = new HashMap<>();
    private int tried;
    private int caught;

    /** A test class in a module's folder. */
    record Contract(Path module, String test) {}

    /**
     * Of a project.
     *
     * @param all in the order of their rows
     * @param seconds how long a contract may take
     */
    Contracts(Path root, List<Mutant> all, double seconds) throws IOException {
        this.all = all;
        this.seconds = seconds;
        kept = root.resolve("docs/makers/contract-power.csv");
        if (Files.exists(kept)) {
            Files.readAllLines(kept).stream().skip(1).forEach(row -> rows.put(row.substring(0, row.indexOf(',')), row));
        }
        for (String line : Files.readAllLines(root.resolve("distribution/mutants/contracts.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split(" \\| ", -1);
                contracts.put(columns[0].strip(), new Contract(root.resolve(columns[1].strip()), columns[2].strip()));
            }
        }
    }

    /** The contract of a mutant's first protocol that has one; null if none has. */
    Contract of(Mutant mutant) {
        return mutant.isSetting() || isPlatforms(mutant)
                ? null
                : mutant.grounds().stream()
                        .map(contracts::get)
                        .filter(each -> each != null)
                        .findFirst()
                        .orElse(null);
    }

    /** Whether no author of a protocol can make it: it is in the platform, or in a workload that ships. */
    private static boolean isPlatforms(Mutant mutant) {
        return mutant.module().startsWith("platform") || mutant.module().startsWith("workloads");
    }

    /** Runs the contract of a mutant, and keeps what came of it. */
    void run(Mutant mutant, Workshop workshop) throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        List<String> said = workshop.contract(mutant, seconds, of(mutant));
        String[] line = said.isEmpty()
                ? new String[] {"", "", "nothing was run", ""}
                : said.get(said.size() - 1).split("\t", -1);
        keep(mutant, line, (System.nanoTime() - beganNs) / 1_000_000_000);
        workshop.clear(mutant);
    }

    private synchronized void keep(Mutant mutant, String[] line, long tookSeconds) throws IOException {
        // A run of a contract that never ends is given up, and fails: who is out of time is slow, or on a busy machine.
        boolean found = line[0].equals(Trial.CAUGHT) && !line[2].equals(Workshop.ENDLESS);
        tried++;
        caught += found ? 1 : 0;
        rows.put(
                mutant.id(),
                String.join(
                        ",",
                        mutant.id(),
                        mutant.category(),
                        found ? "yes" : "no",
                        Long.toString(tookSeconds),
                        quoted(line[1]),
                        quoted(mutant.what()),
                        quoted(line[2])));
        System.out.printf(
                Locale.ROOT,
                "%-32s %-4s %4d s  %s: %s%n",
                mutant.id(),
                found ? "yes" : "no",
                tookSeconds,
                line[1],
                line[2]);
        List<String> lines = new ArrayList<>(List.of(HEADER));
        all.stream().map(each -> rows.get(each.id())).filter(Objects::nonNull).forEach(lines::add);
        Files.write(kept, lines);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "'") + "\"";
    }

    void print() {
        System.out.println(
                caught + " of " + tried + " slips were caught by contracts; docs/makers/contract-power.csv has each.");
    }
}
