// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.study.StudyReader;

/** Finds what a word names, and asks it for all that there is to say. Calls plug-ins; for one thread. */
public final class Describer {
    /** The kinds that can be described; a word that names things of several kinds means the first of them. */
    private static final Map<Kind, Function<Sources, KindDescriber>> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put(Kind.PROTOCOLS, ProtocolDescriber::new);
        KINDS.put(Kind.HARDWARE, HardwareDescriber::new);
        KINDS.put(Kind.PROFILES, ProfileDescriber::new);
        KINDS.put(Kind.WORKLOADS, WorkloadDescriber::new);
        KINDS.put(Kind.STORES, StoreDescriber::new);
        KINDS.put(Kind.PROGRAMS, ProgramDescriber::new);
        KINDS.put(Kind.MIXES, MixDescriber::new);
        KINDS.put(Kind.STUDIES, StudyDescriber::new);
        KINDS.put(Kind.TESTBEDS, TestbedDescriber::new);
    }

    private final Catalogue catalogue;
    private final Sources sources;

    /** Describes what these plug-ins bring, and what lies in these folders. */
    public Describer(Catalogue catalogue, List<InstalledPlugin> plugins, Folders folders) {
        this.catalogue = catalogue;
        sources = new Sources(catalogue, plugins, folders);
    }

    /** A thing by its kind and name. */
    public record Named(Kind kind, String id) {
        @Override
        public String toString() {
            return kind.singular() + "/" + id;
        }
    }

    /** All words that can be described, for completion. */
    public static Stream<String> words(Catalogue catalogue) {
        return KINDS.keySet().stream()
                .flatMap(kind -> catalogue.names(kind).stream())
                .distinct();
    }

    /**
     * What a word names: {@code ID}, {@code KIND/ID}, or the path of a mix or a study; the first is what is meant.
     *
     * @throws RefusedException if it names nothing
     */
    public List<Named> find(String word) {
        if (Folders.isPath(word) && Files.isRegularFile(Path.of(word))) {
            return List.of(new Named(StudyReader.isStudy(word) ? Kind.STUDIES : Kind.MIXES, word));
        }
        int slash = word.indexOf('/');
        Optional<Kind> kind = slash < 0 ? Optional.empty() : Kind.of(word.substring(0, slash));
        if (kind.isPresent() && KINDS.containsKey(kind.get())) {
            String id = word.substring(slash + 1);
            if (!Folders.isPath(id)) {
                return List.of(named(kind.get(), id));
            }
            return List.of(new Named(kind.get(), id));
        }
        if (Folders.isPath(word)) {
            return List.of(new Named(Kind.MIXES, word));
        }
        List<Named> found = KINDS.keySet().stream()
                .filter(each -> catalogue.names(each).contains(word))
                .map(each -> new Named(each, word))
                .toList();
        if (found.isEmpty()) {
            throw new RefusedException("There is nothing called '" + word + "'"
                    + Suggestion.choices(word, words(catalogue).toList(), "list"));
        }
        return found;
    }

    private Named named(Kind kind, String id) {
        if (!catalogue.names(kind).contains(id)) {
            throw new RefusedException("There is no " + kind.singular() + " '" + id + "'"
                    + Suggestion.choices(id, catalogue.names(kind), "list " + kind.word()));
        }
        return new Named(kind, id);
    }

    /**
     * Describes a thing.
     *
     * @throws RefusedException if its file is not sound
     */
    public Description describe(Named named) {
        return KINDS.get(named.kind()).apply(sources).describe(named.id());
    }
}
