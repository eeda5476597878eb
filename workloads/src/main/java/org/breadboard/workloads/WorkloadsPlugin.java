// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.contended.Contended;
import org.breadboard.workloads.counters.CounterMix;
import org.breadboard.workloads.objectstore.ObjectStore;
import org.breadboard.workloads.payment.Payments;
import org.breadboard.workloads.retwis.Retwis;
import org.breadboard.workloads.smallbank.SmallBank;
import org.breadboard.workloads.store.BPlusTreeType;
import org.breadboard.workloads.store.BTreeType;
import org.breadboard.workloads.store.IndexType;
import org.breadboard.workloads.tatp.Tatp;
import org.breadboard.workloads.tpcc.Tpcc;
import org.breadboard.workloads.trace.TraceReplay;
import org.breadboard.workloads.ycsb.Ycsb;
import org.breadboard.workloads.ycsb.YcsbCore;

/** The workloads of the evaluations of FaSST, Xenic, HADES and NOCC, and the stores that they need. */
@ServiceProvider(Plugin.class)
public final class WorkloadsPlugin implements Plugin {
    /** For service loaders. */
    public WorkloadsPlugin() {}

    @Override
    public String id() {
        return "workloads";
    }

    @Override
    public String description() {
        return "SmallBank, TATP, the object store, Retwis, TPC-C, YCSB, counters, payments, contention and traces";
    }

    @Override
    public List<StoreType> stores() {
        return List.of(new BPlusTreeType(), IndexType.HASH_TABLE, IndexType.MAP, new BTreeType());
    }

    @Override
    public List<WorkloadType> workloads() {
        return List.of(
                new SmallBank(),
                new Tatp(),
                new ObjectStore(),
                new Retwis(),
                Tpcc.fullMix(),
                Tpcc.newOrder(),
                new Ycsb(),
                new YcsbCore(),
                new CounterMix(),
                new Payments(),
                new Contended(),
                new TraceReplay());
    }
}
