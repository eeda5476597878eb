// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.api.Setting;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.partition.Partition;
import org.breadboard.platform.yaml.Where;

/**
 * The workloads of {@code workload: shared}: each key {@code workload.NAME} names one, {@code workload.NAME.cores} says
 * which cores are its, {@code workload.NAME.scale} by how much its populations shrink, and {@code workload.NAME.X} is a
 * setting of the workload it chose. In the order of their names. Immutable.
 */
final class Tenants {
    /** The word for several workloads at once. */
    static final String SHARED = "shared";

    private static final String PREFIX = "workload.";
    private static final String CORES = ".cores";
    /** By default that of the cluster. */
    static final Setting<Double> SCALE = Setting.number(
            "scale", "", 1, MixKeys.SCALE.min(), 1, "factor by which a tenant's populations shrink; hot sets never do");

    private static final Partition.Words CORE_WORDS =
            new Partition.Words("tenant", "core", "a node", MixKeys.THREADS.name(), MixKeys.WORKLOAD);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");

    private final Layers layers;
    private final int lowest;
    private final List<Tenant> tenants = new ArrayList<>();

    /**
     * One of them.
     *
     * @param chosenAt the lowest layer whose settings are for the workload that it chose
     */
    record Tenant(String name, Part<WorkloadType> workload, Layers.Entry choice, int chosenAt) {
        /** The key that names it. */
        String key() {
            return PREFIX + name;
        }
    }

    /** Reads them. */
    Tenants(Layers layers, Parts parts) {
        this.layers = layers;
        lowest = layers.chosenAt(MixKeys.WORKLOAD);
        for (String key : layers.keys(lowest)) {
            if (key.startsWith(PREFIX) && key.indexOf('.', PREFIX.length()) < 0) {
                add(key, layers.get(key, lowest), parts);
            }
        }
        if (tenants.isEmpty()) {
            throw layers.get(MixKeys.WORKLOAD)
                    .where()
                    .refuse("a shared workload needs tenants, each with a workload, such as workload.a: NAME.");
        }
    }

    private void add(String key, Layers.Entry choice, Parts parts) {
        String name = key.substring(PREFIX.length());
        if (choice.text().equals(MixKeys.NONE)) {
            return;
        }
        if (!NAME.matcher(name).matches()) {
            throw choice.where()
                    .refuse("'" + name + "' is no name for a tenant; names are made of letters, digits, '_' and '-'.");
        }
        if (Stream.of(AbortReason.values())
                .anyMatch(reason -> reason.name().toLowerCase(Locale.ROOT).equals(name))) {
            throw choice.where()
                    .refuse("a tenant cannot be called '" + name
                            + "', since results count aborts under that name; take another.");
        }
        int chosenAt = Math.max(lowest, layers.chosenAt(key));
        tenants.add(new Tenant(name, parts.workload(choice.text(), choice.where()), choice, chosenAt));
    }

    List<Tenant> all() {
        return tenants;
    }

    /** What a mix can say of them. */
    Map<String, Setting<?>> known() {
        Map<String, Setting<?>> known = new TreeMap<>();
        for (Tenant tenant : tenants) {
            known.put(tenant.key(), null);
            known.put(tenant.key() + CORES, null);
            known.put(tenant.key() + "." + MixKeys.PROPERTIES, null);
            known.put(tenant.key() + "." + SCALE.name(), SCALE);
            MixKeys.put(known, tenant.key(), tenant.workload().type().settings());
        }
        return known;
    }

    /**
     * Whether a key that is not known was meant for a workload that a higher layer replaced, or for a tenant that it
     * left out.
     */
    boolean isReplaced(String key) {
        String name = nameIn(key);
        Layers.Entry choice = layers.get(PREFIX + name, lowest);
        boolean leftOut = choice != null && choice.text().equals(MixKeys.NONE);
        return leftOut
                || tenants.stream()
                        .anyMatch(tenant -> tenant.name().equals(name) && layers.get(key, tenant.chosenAt()) == null);
    }

    /** What is wrong with a key that is not known, without its place. */
    String unknown(String key) {
        String name = nameIn(key);
        for (Tenant tenant : tenants) {
            if (tenant.name().equals(name)) {
                String word = key.substring(tenant.key().length() + 1);
                List<String> words = new ArrayList<>(List.of("cores", SCALE.name()));
                tenant.workload().type().settings().forEach(setting -> words.add(setting.name()));
                return "workload '" + tenant.workload().id() + "' of tenant '" + name + "' has no setting '" + word
                        + "'"
                        + Suggestion.choices(
                                word,
                                words,
                                "describe workload/" + tenant.workload().id());
            }
        }
        String names = tenants.stream().map(Tenant::name).collect(Collectors.joining(", "));
        return "the shared workload has no tenant '" + name + "'; it has " + names + ", and " + PREFIX + name
                + ": WORKLOAD would add one.";
    }

    private static String nameIn(String key) {
        int dot = key.indexOf('.', PREFIX.length());
        return key.substring(PREFIX.length(), dot < 0 ? key.length() : dot);
    }

    /** Who has which cores, in the order of the tenants. */
    List<List<Integer>> cores(int threads) {
        List<Partition.Wish> wishes = new ArrayList<>();
        for (Tenant tenant : tenants) {
            Layers.Entry said = layers.get(tenant.key() + CORES, lowest);
            wishes.add(new Partition.Wish(
                    tenant.name(),
                    said == null ? null : said.text(),
                    said == null ? tenant.choice().where() : said.where()));
        }
        return Partition.whole(CORE_WORDS, wishes, threads);
    }

    /** A tenant's cores as a value of the mix. */
    ResolvedMix.Value coresValue(Tenant tenant, List<Integer> cores) {
        Layers.Entry said = layers.get(tenant.key() + CORES, lowest);
        Where origin = said == null ? new Where("default", 0) : said.where();
        return new ResolvedMix.Value(tenant.key() + CORES, Partition.text(cores), "", origin.toString());
    }
}
