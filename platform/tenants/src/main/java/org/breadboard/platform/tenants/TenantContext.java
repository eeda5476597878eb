// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import java.util.List;
import java.util.function.Supplier;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;

/** What a tenant's protocol knows about a run: the tables and threads of its tenant, as if there were no others. */
final class TenantContext implements ProtocolContext {
    private final ProtocolContext whole;
    private final SharedProtocols.Tenant tenant;
    private final SharedWorkload.Tenant ofWorkload;
    private final int firstTable;
    private final Placement placement;

    TenantContext(ProtocolContext whole, SharedProtocols.Tenant tenant, SharedWorkload workload, int index) {
        this.whole = whole;
        this.tenant = tenant;
        ofWorkload = workload.tenants().get(index);
        firstTable = workload.firstTable(index);
        placement = workload.placement(index, whole.placement());
    }

    @Override
    public int nodes() {
        return whole.nodes();
    }

    @Override
    public int threads() {
        return ofWorkload.cores().size();
    }

    @Override
    public int contexts() {
        return whole.contexts();
    }

    @Override
    public Settings settings() {
        return tenant.settings();
    }

    @Override
    public Placement placement() {
        return placement;
    }

    @Override
    public List<TableSpec> tables() {
        return ofWorkload.workload().tables();
    }

    @Override
    public List<TransactionLogic> transactions() {
        return ofWorkload.workload().transactions();
    }

    @Override
    public Population population(int table) {
        return whole.population(firstTable + table);
    }

    @Override
    public boolean removes(int table) {
        return whole.removes(firstTable + table);
    }

    @Override
    public int firstNumber() {
        return whole.firstNumber();
    }

    @Override
    public List<StoreType> stores() {
        return whole.stores();
    }

    @Override
    public <T> T initial(String name, Supplier<T> make) {
        return whole.initial(tenant.name() + "." + name, make);
    }

    @Override
    public Image image(long sizeBytes, Layout layout, Fill fill) {
        return whole.image(sizeBytes, layout, fill);
    }
}
