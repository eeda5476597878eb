// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;

/**
 * What a tenant's protocol builds its part of a node from: what it names gets the tenant's name before it, and what it
 * numbers gets a number of its own among those of all tenants. Hardware that tells its users apart by number or name
 * serves all of them; of what has no such thing, such as programs of a NIC's cores, one tenant is the taker.
 */
final class TenantScope implements NodeContext {
    private final NodeContext whole;
    private final TenantShare share;
    private final Map<Class<? extends Capability>, String> takers;

    /** {@code takers} tells who has taken what only one can have. */
    TenantScope(NodeContext whole, TenantShare share, Map<Class<? extends Capability>, String> takers) {
        this.whole = whole;
        this.share = share;
        this.takers = takers;
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        C offered = whole.capability(capability);
        if (offered == null || capability == CachedMemory.class || capability == BlockingCalls.class) {
            return offered;
        }
        if (capability == DatagramTransport.class) {
            return capability.cast(new TenantDatagrams((DatagramTransport) offered, share));
        }
        if (capability == OneSidedVerbs.class) {
            return capability.cast(new TenantVerbs((OneSidedVerbs) offered, share));
        }
        if (capability == ConflictTracking.class) {
            return capability.cast(new TenantTracking((ConflictTracking) offered, share));
        }
        take(capability);
        return offered;
    }

    private void take(Class<? extends Capability> capability) {
        Class<? extends Capability> kind = capability == NicCompute.class ? NicCores.class : capability;
        String taker = takers.putIfAbsent(kind, share.tenant());
        if (taker != null && !taker.equals(share.tenant())) {
            throw new RefusedException("its protocol asks for " + capability.getSimpleName()
                    + ", which that of tenant '"
                    + taker + "' has taken, and which only one can have; give both tenants one protocol, or this one"
                    + " another.");
        }
    }

    @Override
    public TransactionSource transactions(Stage stage, int thread) {
        return whole.transactions(stage, share.cores().get(thread));
    }

    @Override
    public Operations operations(Stage stage) {
        return whole.operations(stage);
    }

    @Override
    public int node() {
        return whole.node();
    }

    @Override
    public int nodes() {
        return whole.nodes();
    }

    @Override
    public int epoch() {
        return whole.epoch();
    }

    @Override
    public Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        return whole.region(share.named(name), sizeBytes, lifetime, layout);
    }

    @Override
    public Region region(String name, Image image, Lifetime lifetime) {
        return whole.region(share.named(name), image, lifetime);
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        return whole.stage(
                new StageSpec(share.named(spec.name()), spec.speed(), spec.speedAlone(), spec.crowd(), spec.affinity()),
                program);
    }

    @Override
    public Resource resource(String name, Resource.Cost cost, double delayNs) {
        return whole.resource(share.named(name), cost, delayNs);
    }

    @Override
    public Resource timer(String name, double delayNs) {
        return whole.timer(share.named(name), delayNs);
    }

    @Override
    public int firstNumber() {
        return whole.firstNumber();
    }

    @Override
    public Counter counter(String name) {
        return whole.counter(share.named(name));
    }

    @Override
    public Counter unexpected(String name) {
        return whole.unexpected(share.named(name));
    }
}
