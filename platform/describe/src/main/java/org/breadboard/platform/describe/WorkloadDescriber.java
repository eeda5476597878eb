// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;

/** Describes workloads, and how several run side by side. */
record WorkloadDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        return name.equals("shared") ? shared() : sources.with(name, InstalledPlugin::workloads, this::workload);
    }

    private Description workload(Offer<WorkloadType> offer, String plugin) {
        Map<String, Object> more = new LinkedHashMap<>();
        List<String> needs = new ArrayList<>();
        List<String> promises = new ArrayList<>();
        sized(offer.type()).ifPresent(workload -> {
            more.put("tables", workload.tables().stream().map(TableSpec::name).toList());
            more.put(
                    "transactions",
                    workload.transactions().stream().map(each -> each.name()).toList());
            if (workload.tables().stream().anyMatch(TableSpec::ordered)) {
                needs.add(Terms.ORDERED);
            }
            if (workload.tables().stream().anyMatch(TableSpec::spread)) {
                needs.add(Terms.SPREAD);
            }
            workload.invariants().forEach(invariant -> promises.add(invariant.name()));
        });
        more.put("where", plugin);
        return new Description(
                Kind.WORKLOADS,
                offer.id(),
                offer.description(),
                needs,
                List.of(),
                promises,
                more,
                "workload",
                Terms.defaults(offer.type().settings(), plugin));
    }

    /** The workload as it is by default; nothing where its defaults go with larger clusters only. */
    private static Optional<Workload> sized(WorkloadType type) {
        try {
            return Optional.of(type.create(Settings.defaultsOf(type.settings()), 1, 1, 1));
        } catch (RefusedException notSoSmall) {
            return Optional.empty();
        }
    }

    private Description shared() {
        Catalogue.Entry entry = sources.entry(Kind.WORKLOADS, "shared").orElseThrow();
        List<Described> settings = List.of(
                Described.choice(
                        "TENANT",
                        null,
                        sources.ids(InstalledPlugin::workloads, workload -> true),
                        "The workload of a tenant, whatever it is called; its settings are workload.TENANT.NAME",
                        "the mix"),
                Described.choice(
                        "TENANT.cores",
                        null,
                        List.of(),
                        "Which cores are its, as 0-4 or 0-1,8-9, or how many, as 5",
                        "evenly by default"),
                Described.set(MixResolver.TENANT_SCALE, "TENANT.scale", "1", "cluster.scale by default", null));
        return new Description(
                Kind.WORKLOADS,
                entry.name(),
                entry.description(),
                List.of("a tenant, such as workload.a: NAME"),
                List.of(),
                List.of(),
                Map.of(),
                "workload",
                settings);
    }
}
