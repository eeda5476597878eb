package org.breadboard.platform.combine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.MixKeys;
import org.breadboard.platform.mix.MixResolver;
import org.breadboard.platform.mix.MixResolver.Chosen;
import org.breadboard.platform.mix.Parts;
import org.breadboard.platform.mix.Parts.Combination;
import org.breadboard.platform.mix.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;

/** What runs, and differs from a refused mix in one choice. For one thread. */
public final class NearMisses {
    private static final int MOST_PER_CHOICE = 3;

    private final Function<String, Question> question;
    private final Supplier<Optional<Chosen>> chosen;
    private final Function<List<String>, ResolvedMix> resolved;
    private final List<String> sets;

    /** Those of a mix with some values set. */
    public NearMisses(List<InstalledPlugin> plugins, Folders folders, String mix, List<String> sets) {
        MixResolver resolver = new MixResolver(new Parts(plugins), folders);
        question = switches -> new Question(plugins, folders, switches);
        chosen = () -> resolver.chosen(mix, sets);
        resolved = with -> resolver.resolve(mix, with);
        this.sets = sets;
    }

    /** Those of a mix that values alone make. */
    public NearMisses(List<InstalledPlugin> plugins, Folders folders, List<String> sets) {
        MixResolver resolver = new MixResolver(new Parts(plugins), folders);
        question = switches -> new Question(plugins, folders, switches);
        chosen = () -> resolver.chosen(sets);
        resolved = with -> resolver.resolveParts("", with);
        this.sets = sets;
    }

    /** The refusal of the mix, and what would run. */
    public RefusedException added(RefusedException refused) {
        String sentence = sentence();
        if (sentence.isEmpty()) {
            return refused;
        }
        RefusedException more = new RefusedException(refused.getMessage() + ' ' + sentence);
        more.initCause(refused);
        return more;
    }

    /**
     * The choices that would run instead.
     *
     * @return a sentence; empty if what is combined runs, so that something else was refused, if the data sheet is not
     *     sound, if the workload needs a file that nobody knows, or if nothing near it runs
     */
    public String sentence() {
        try {
            return chosen.get().map(this::sentence).orElse("");
        } catch (RefusedException unknown) {
            return "";
        }
    }

    private String sentence(Chosen choices) {
        Question asked = question.apply(choices.switchProfile());
        Combination refused = choices.combination();
        List<String> workloads = asked.workloads(refused.protocol()).stream()
                .filter(asked::runsAlone)
                .toList();
        boolean known = asked.protocols().contains(refused.protocol())
                && Stream.of(refused.profile().split(",")).map(String::strip).allMatch(asked::isSound)
                && asked.programs().contains(refused.program())
                && !asked.needsMore(refused.workload());
        if (!known || asked.ask(refused).runs()) {
            return "";
        }
        List<String> found = new ArrayList<>();
        found.addAll(running(asked, MixKeys.PROTOCOL, refused.protocol(), asked.protocols(), refused::withProtocol));
        found.addAll(
                running(asked, MixKeys.HARDWARE_PROFILE, refused.profile(), asked.profiles(), refused::withProfile));
        found.addAll(running(asked, MixKeys.SWITCH, refused.program(), asked.programs(), refused::withProgram));
        found.addAll(running(asked, MixKeys.WORKLOAD, refused.workload(), workloads, refused::withWorkload));
        return found.isEmpty() ? "" : "What does run, if you change that alone: " + String.join(", ", found) + ".";
    }

    /** Those whose names begin alike come first: they are variants of one thing. */
    private List<String> running(
            Question asked, String key, String refused, List<String> names, Function<String, Combination> with) {
        return names.stream()
                .filter(name -> !name.equals(refused))
                .sorted(Comparator.comparingInt((String name) -> -alike(refused, name)))
                .filter(name -> asked.ask(with.apply(name)).runs())
                .map(name -> key + "=" + name)
                .filter(change -> asked.runs(() -> resolved.apply(
                        Stream.concat(sets.stream(), Stream.of(change)).toList())))
                .limit(MOST_PER_CHOICE)
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
