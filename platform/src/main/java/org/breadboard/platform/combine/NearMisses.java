package org.breadboard.platform.combine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.platform.mix.MixKeys;
import org.breadboard.platform.mix.Parts.Combination;

/** What runs, and differs from a refused combination in one choice. For one thread. */
public final class NearMisses {
    private static final int MOST_PER_CHOICE = 3;

    private final Question question;

    /** Finds them by asking. */
    public NearMisses(Question question) {
        this.question = question;
    }

    /**
     * The choices that would run instead.
     *
     * @return a sentence; empty if the combination itself runs, so that something else was refused, if its workload
     *     needs a file that nobody knows, or if nothing near it runs
     */
    public String of(Combination refused) {
        List<String> workloads = question.workloads(refused.protocol()).stream()
                .filter(question::runsAlone)
                .toList();
        boolean known = question.protocols().contains(refused.protocol())
                && Stream.of(refused.profile().split(",")).map(String::strip).allMatch(question.profiles()::contains)
                && question.programs().contains(refused.program())
                && !question.needsMore(refused.workload());
        if (!known || question.ask(refused).runs()) {
            return "";
        }
        List<String> found = new ArrayList<>();
        found.addAll(running(MixKeys.PROTOCOL, refused.protocol(), question.protocols(), refused::withProtocol));
        found.addAll(running(MixKeys.HARDWARE_PROFILE, refused.profile(), question.profiles(), refused::withProfile));
        found.addAll(running(MixKeys.SWITCH, refused.program(), question.programs(), refused::withProgram));
        found.addAll(running(MixKeys.WORKLOAD, refused.workload(), workloads, refused::withWorkload));
        return found.isEmpty() ? "" : "What does run, if you change that alone: " + String.join(", ", found) + ".";
    }

    /** Those whose names begin alike come first: they are variants of one thing. */
    private List<String> running(String key, String asked, List<String> names, Function<String, Combination> with) {
        return names.stream()
                .filter(name -> !name.equals(asked))
                .sorted(Comparator.comparingInt((String name) -> -alike(asked, name)))
                .filter(name -> question.ask(with.apply(name)).runs())
                .limit(MOST_PER_CHOICE)
                .map(name -> key + "=" + name)
                .toList();
    }

    private static int alike(String one, String other) {
        int letters = 0;
        while (letters < Math.min(one.length(), other.length()) && one.charAt(letters) == other.charAt(letters)) {
            letters++;
        }
        return letters;
    }
}
