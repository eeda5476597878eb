// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.combine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Combination;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.MixResolver.Chosen;
import org.breadboard.platform.registry.InstalledPlugin;

/** What runs, and differs from a refused mix in one choice. For one thread. */
public final class NearMisses {
    private static final int MOST_PER_CHOICE = 3;

    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final MixResolver resolver;
    private final MixRequest request;

    /** Those of a mix that is refused. */
    public NearMisses(List<InstalledPlugin> plugins, Folders folders, MixRequest request) {
        this.plugins = plugins;
        this.folders = folders;
        this.request = request;
        resolver = new MixResolver(new Parts(plugins), folders);
    }

    /**
     * The choices that would run instead.
     *
     * @return a sentence; empty if what is combined runs, so that something else was refused, if the data sheet is not
     *     sound, if the workload needs a file that nobody knows, or if nothing near it runs
     */
    public String sentence() {
        try {
            return resolver.chosen(request).map(this::sentence).orElse("");
        } catch (RefusedException unknown) {
            return "";
        }
    }

    private String sentence(Chosen choices) {
        Question asked = new Question(plugins, folders, choices.switchProfile());
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
                .filter(change -> asked.runs(() -> resolver.resolve(request.with(change))))
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
