// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.breadboard.api.Setting;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.tenants.SharedProtocols;

/**
 * The protocols of {@code protocol: shared}: each key {@code protocol.NAME} names that of the tenant of this name, and
 * {@code protocol.NAME.X} is a setting of it. In the order of their names. Immutable.
 */
final class TenantProtocols {
    private static final String PREFIX = MixKeys.PROTOCOL + ".";

    private final Layers layers;
    private final int lowest;
    private final List<Choice> choices = new ArrayList<>();

    /**
     * One of them.
     *
     * @param chosenAt the lowest layer whose settings are for the protocol that it chose
     */
    record Choice(String tenant, Part<ProtocolType> protocol, Layers.Entry entry, int chosenAt) {
        /** The key that names it. */
        String key() {
            return PREFIX + tenant;
        }
    }

    /** Reads them. */
    TenantProtocols(Layers layers, Parts parts) {
        this.layers = layers;
        lowest = layers.chosenAt(MixKeys.PROTOCOL);
        for (String key : layers.keys(lowest)) {
            if (key.startsWith(PREFIX) && key.indexOf('.', PREFIX.length()) < 0) {
                add(key, layers.get(key, lowest), parts);
            }
        }
        if (choices.isEmpty()) {
            throw layers.get(MixKeys.PROTOCOL)
                    .where()
                    .refuse("several protocols at once need one for each tenant of the workload, such as " + PREFIX
                            + "a: NAME.");
        }
    }

    private void add(String key, Layers.Entry entry, Parts parts) {
        if (entry.text().equals(MixKeys.NONE)) {
            return;
        }
        Part<ProtocolType> protocol = parts.protocol(entry.text(), entry.where());
        if (protocol.type().runs() == ProtocolType.Runs.OPERATIONS) {
            throw entry.where()
                    .refuse("protocol '" + protocol.id()
                            + "' runs operations of its own and serves no tenant; name one that runs transactions.");
        }
        if (protocol.type().traits().clientsApart()) {
            throw entry.where()
                    .refuse("protocol '" + protocol.id()
                            + "' runs its clients on machines of their own, and tenants share machines; name another.");
        }
        choices.add(
                new Choice(key.substring(PREFIX.length()), protocol, entry, Math.max(lowest, layers.chosenAt(key))));
    }

    List<Choice> all() {
        return choices;
    }

    /** Each by what a refusal calls it. */
    Map<String, ProtocolType> askers() {
        Map<String, ProtocolType> askers = new LinkedHashMap<>();
        choices.forEach(choice -> askers.put(
                "protocol '" + choice.protocol().id() + "' of tenant '" + choice.tenant() + "'",
                choice.protocol().type()));
        return askers;
    }

    /** As one protocol, of which nothing can be created yet. */
    Part<ProtocolType> together() {
        return part(choices.stream()
                .map(choice -> new SharedProtocols.Tenant(
                        choice.tenant(), choice.protocol().type(), null, 0))
                .toList());
    }

    /** As one protocol for these tenants, whose protocols these are. */
    Part<ProtocolType> together(List<Mix.Tenant> tenants) {
        List<SharedProtocols.Tenant> settled = new ArrayList<>();
        for (int i = 0; i < choices.size(); i++) {
            Choice choice = choices.get(i);
            Mix.Tenant tenant = tenants.get(i);
            settled.add(new SharedProtocols.Tenant(
                    choice.tenant(),
                    choice.protocol().type(),
                    tenant.protocol().settings(),
                    tenant.cores().size()));
        }
        return part(settled);
    }

    private Part<ProtocolType> part(List<SharedProtocols.Tenant> tenants) {
        return new Part<>(
                SharedProtocols.ID,
                new SharedProtocols(tenants),
                choices.get(0).protocol().plugin());
    }

    /**
     * Refuses protocols of which some tenant has none, or that are nobody's.
     *
     * @param tenants of the workload; null if it is not shared
     */
    void checkTenants(Tenants tenants) {
        Layers.Entry shared = layers.get(MixKeys.PROTOCOL);
        if (tenants == null) {
            throw shared.where()
                    .refuse("several protocols at once run tenants of a shared workload, one each; say workload: shared"
                            + " and name its tenants.");
        }
        List<String> names = tenants.all().stream().map(Tenants.Tenant::name).toList();
        for (Choice choice : choices) {
            if (!names.contains(choice.tenant())) {
                throw choice.entry()
                        .where()
                        .refuse("'" + choice.key() + "' is the protocol of a tenant '" + choice.tenant()
                                + "', which the workload does not have"
                                + Suggestion.choices(choice.tenant(), names, "describe workload/shared"));
            }
        }
        for (String name : names) {
            if (choices.stream().noneMatch(choice -> choice.tenant().equals(name))) {
                throw shared.where().refuse("tenant '" + name + "' has no protocol; say " + PREFIX + name + ": NAME.");
            }
        }
    }

    /** What a mix can say of them. */
    Map<String, Setting<?>> known() {
        Map<String, Setting<?>> known = new TreeMap<>();
        for (Choice choice : choices) {
            known.put(choice.key(), null);
            MixKeys.put(known, choice.key(), choice.protocol().type().settings());
        }
        return known;
    }

    /**
     * Whether a key that is not known was meant for a protocol that a higher layer replaced, or for a tenant that it
     * left out.
     */
    boolean isReplaced(String key) {
        if (layers.get(key, lowest) == null) {
            return true;
        }
        String tenant = tenantIn(key);
        Layers.Entry choice = layers.get(PREFIX + tenant, lowest);
        boolean leftOut = choice != null && choice.text().equals(MixKeys.NONE);
        return leftOut
                || choices.stream()
                        .anyMatch(each -> each.tenant().equals(tenant) && layers.get(key, each.chosenAt()) == null);
    }

    /** What is wrong with a key that is not known, without its place. */
    String unknown(String key) {
        String tenant = tenantIn(key);
        for (Choice choice : choices) {
            if (choice.tenant().equals(tenant)) {
                String word = key.substring(choice.key().length() + 1);
                List<String> words = choice.protocol().type().settings().stream()
                        .map(Setting::name)
                        .toList();
                return "protocol '" + choice.protocol().id() + "' of tenant '" + tenant + "' has no setting '" + word
                        + "'"
                        + Suggestion.choices(
                                word,
                                words,
                                "describe protocol/" + choice.protocol().id());
            }
        }
        String names = choices.stream().map(Choice::tenant).collect(Collectors.joining(", "));
        return "no protocol is named for a tenant '" + tenant + "', only for " + names + "; " + PREFIX + tenant
                + ": PROTOCOL would name one.";
    }

    private static String tenantIn(String key) {
        int dot = key.indexOf('.', PREFIX.length());
        return key.substring(PREFIX.length(), dot < 0 ? key.length() : dot);
    }
}
