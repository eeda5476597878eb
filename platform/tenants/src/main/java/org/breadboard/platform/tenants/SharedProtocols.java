// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;

/**
 * Protocols that share every node of a cluster, seen as one: each runs the transactions of one tenant of a shared
 * workload, on the tenant's tables and cores. It promises what all of them promise, survives what all survive, and asks
 * hardware for what any of them asks for. What differs from table to table or from thread to thread is asked of
 * {@link #byTable} and {@link #byThread}. Immutable; any thread.
 */
public final class SharedProtocols implements ProtocolType {
    /** The word for several protocols at once. */
    public static final String ID = "shared";

    private final List<Tenant> tenants;
    private final SharedWorkload workload;

    /**
     * One of the protocols.
     *
     * @param name of the tenant whose transactions it runs
     * @param settings what a mix sets, or null as long as nobody knows
     * @param cores how many of a node's threads are the tenant's, or 0 as long as nobody knows
     */
    public record Tenant(String name, ProtocolType type, Settings settings, int cores) {
        RefusedException refusal(RefusedException why) {
            return new RefusedException("Tenant '" + name + "': " + why.getMessage());
        }

        <T> T asked(Supplier<T> what) {
            try {
                return what.get();
            } catch (RefusedException why) {
                throw refusal(why);
            }
        }
    }

    /** Protocols of tenants, in the order of the tenants. Nothing can be created of them yet. */
    public SharedProtocols(List<Tenant> tenants) {
        this(tenants, null);
    }

    private SharedProtocols(List<Tenant> tenants, SharedWorkload workload) {
        this.tenants = List.copyOf(tenants);
        this.workload = workload;
    }

    /** The same protocols, for the tenants of a workload, which has as many in the same order. */
    public SharedProtocols over(SharedWorkload ofTenants) {
        return new SharedProtocols(tenants, ofTenants);
    }

    /** Its protocols. */
    public List<Tenant> tenants() {
        return tenants;
    }

    /** Which protocol has a table of a workload that runs on {@code type}: itself, unless it is several. */
    public static IntFunction<ProtocolType> byTable(ProtocolType type) {
        return type instanceof SharedProtocols shared
                ? table ->
                        shared.tenants.get(shared.workload.tenantOfTable(table)).type()
                : table -> type;
    }

    /** Which protocol has a host thread of a cluster that runs {@code type}: itself, unless it is several. */
    public static IntFunction<ProtocolType> byThread(ProtocolType type) {
        return type instanceof SharedProtocols shared
                ? thread ->
                        shared.tenants.get(shared.workload.tenantOfCore(thread)).type()
                : thread -> type;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "several of these at once, each for one tenant of a shared workload";
    }

    @Override
    public ProtocolTraits traits() {
        List<ProtocolTraits> all =
                tenants.stream().map(tenant -> tenant.type().traits()).toList();
        Promise least = all.stream()
                .map(ProtocolTraits::promise)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        ProtocolTraits traits = ProtocolTraits.promising(least)
                .tolerating(Set.of(Fault.values()).stream()
                        // Each of them recovers on a stage of its own, and a node has one.
                        .filter(fault -> fault != Fault.CRASH
                                && all.stream()
                                        .allMatch(each -> each.tolerates().contains(fault)))
                        .toArray(Fault[]::new));
        if (all.stream().allMatch(ProtocolTraits::recovers)) {
            traits = traits.recovering();
        }
        return all.stream().anyMatch(ProtocolTraits::clientsApart) ? traits.withClientsApart() : traits;
    }

    /** None of its own: those of its protocols are with them. */
    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        Set<Class<? extends Capability>> all = new LinkedHashSet<>();
        tenants.forEach(tenant -> all.addAll(tenant.type().requires()));
        return all;
    }

    @Override
    public int maxContexts(Settings none, int nodes, int threads) {
        return least(tenant -> tenant.type().maxContexts(tenant.settings(), nodes, tenant.cores()));
    }

    @Override
    public int maxValueBytes() {
        return least(tenant -> tenant.type().maxValueBytes());
    }

    private int least(Function<Tenant, Integer> number) {
        return tenants.stream().mapToInt(number::apply).min().orElseThrow();
    }

    /** Only of protocols {@link #over} a workload. */
    @Override
    public Protocol create(ProtocolContext context) {
        List<Protocol> protocols = new ArrayList<>();
        for (int i = 0; i < tenants.size(); i++) {
            Tenant tenant = tenants.get(i);
            ProtocolContext own = new TenantContext(context, tenant, workload, i);
            protocols.add(tenant.asked(() -> tenant.type().create(own)));
        }
        return new SharedProtocol(tenants, workload, protocols);
    }
}
