// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.result.Summary;
import org.breadboard.shell.OneShot;

/**
 * The process of one mutant: runs commands one after another until one fails, and prints a line about each that ended:
 * a word, the command, what it found, and the run that shows it alone. The class path decides which mutant it is.
 */
final class Trial {
    /** Begins the line about a command that found something. */
    static final String CAUGHT = "caught";

    /** Begins the line about a run in which nothing was found, and nothing committed either. */
    static final String EMPTY = "empty";

    static final String HELD = "held";
    static final String REFUSED = "refused";
    private static final int USER_MISTAKE = 2;
    private static final Pattern FAILED = Pattern.compile("\"(violations|stuck)\" : ([1-9]\\d*)");
    private static final Pattern REPLAY = Pattern.compile("\"replay\" : \"(?:\\.|bin)/breadboard ([^\"]*)\"");
    private static final Pattern SEEDS = Pattern.compile("\"seeds\" : (\\d+)");

    private Trial() {}

    /** The distribution's folder, for how many seconds commands begin, and commands. */
    public static void main(String[] given) throws IOException {
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.setProperty("org.apache.commons.logging.Log", "org.apache.commons.logging.impl.NoOpLog");
        Path home = Path.of(given[0]);
        long endNs = System.nanoTime() + (long) (Double.parseDouble(given[1]) * 1e9);
        PrintStream console = System.out;
        boolean caught = false;
        for (int i = 2; i < given.length && !caught && System.nanoTime() < endNs; i++) {
            caught = tried(home, given[i], console);
        }
        console.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Whether it ended the trial. */
    private static boolean tried(Path home, String command, PrintStream console) throws IOException {
        boolean campaign = command.startsWith("campaign");
        Ended ended = execute(home, campaign ? command : command + " --output json");
        int status = ended.status();
        String said = ended.err();
        String printed = campaign ? ended.out() : "";
        // That no fault fired in a few seeds is no finding.
        boolean found = campaign ? FAILED.matcher(printed).find() || status > USER_MISTAKE : status != 0;
        boolean empty = found && !campaign && showsNothing(ended.out());
        String word = status == USER_MISTAKE ? REFUSED : empty ? EMPTY : found ? CAUGHT : HELD;
        Matcher seeds = SEEDS.matcher(printed);
        String detail = found || status == USER_MISTAKE ? finding(said) : seeds.find() ? seeds.group(1) + " seeds" : "";
        Matcher replay = REPLAY.matcher(printed);
        console.println(String.join(
                "\t", word, command, detail, replay.find() ? replay.group(1).replace("'", "") : command));
        return found && status != USER_MISTAKE;
    }

    /**
     * How a command ended.
     *
     * @param out what it printed
     * @param err what it said
     */
    record Ended(int status, String out, String err) {}

    /** Executes a command in this process. */
    static Ended execute(Path home, String command) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Consumer<Runnable> nobody = stop -> {};
        int status = OneShot.run(
                home,
                Map.of(
                        "mode",
                        "verb",
                        "arguments",
                        List.of(command.split(" ", -1)),
                        "in",
                        InputStream.nullInputStream(),
                        "out",
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        "err",
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        "terminals",
                        Set.of(),
                        "debug",
                        false,
                        "onInterrupt",
                        nobody));
        return new Ended(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Whether a run printed that nothing is wrong, but nothing committed. */
    private static boolean showsNothing(String printed) throws IOException {
        try {
            return Summary.read(Files.writeString(Path.of("printed.json"), printed))
                    .showsNothing();
        } catch (RefusedException nothingPrinted) {
            return false;
        }
    }

    /** The first sentence about what is wrong; of a campaign, without its seed. */
    private static String finding(String said) {
        String line = Arrays.stream(said.split("\n", -1))
                .filter(each -> !each.isBlank() && !each.startsWith("Kept in"))
                .findFirst()
                .orElse("");
        return line.length() > 240 ? line.substring(0, 240) : line;
    }
}
