// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;

/**
 * Workloads that share every node of a cluster, each on cores of its own, seen as one: tables and types of transactions
 * are numbered through, tenant after tenant, and their names begin with the tenant's. A tenant sees the tables, types
 * and threads that it would have alone on a machine of its cores, so that neither it nor a protocol needs to know.
 *
 * <p>If tenants have a protocol each, transactions keep their tenant's numbers, since their protocol knows no others;
 * {@link #share} says what to add for results and the history.
 */
public final class SharedWorkload implements Workload {
    private final List<Tenant> tenants;
    private final List<TableSpec> tables = new ArrayList<>();
    private final List<TransactionLogic> transactions = new ArrayList<>();
    private final List<Invariant> invariants = new ArrayList<>();
    private final int[] firstTables;
    private final int[] firstTypes;
    private final int[] tenantOfTable;
    private final int[] tenantOfType;
    private final int[] tenantOfCore;
    private final int[] threadOfCore;
    private final boolean apart;

    /**
     * One of the workloads.
     *
     * @param name the beginning of its names
     * @param workload sized for as many threads per node as there are cores
     * @param cores the threads of each node that are its; the workload's thread n is the n-th of them
     */
    public record Tenant(String name, Workload workload, List<Integer> cores) {
        /** Copies the list. */
        public Tenant {
            cores = List.copyOf(cores);
        }
    }

    /**
     * What the clients of a thread have to know of their tenant.
     *
     * @param firstTable what to add to the number of a transaction's table
     * @param firstType what to add to a transaction's type
     * @param placement where records live, by the transactions' numbers of tables
     */
    public record Share(int firstTable, int firstType, Placement placement) {}

    /**
     * Puts workloads together, for one protocol.
     *
     * @throws IllegalArgumentException if their cores are not those from 0 on, each once
     */
    public SharedWorkload(List<Tenant> tenants) {
        this(tenants, false);
    }

    /**
     * Puts workloads together.
     *
     * @param apart whether each tenant has a protocol of its own
     */
    public SharedWorkload(List<Tenant> tenants, boolean apart) {
        this.tenants = List.copyOf(tenants);
        this.apart = apart;
        firstTables = new int[tenants.size()];
        firstTypes = new int[tenants.size()];
        int cores = tenants.stream().mapToInt(tenant -> tenant.cores().size()).sum();
        tenantOfCore = new int[cores];
        threadOfCore = new int[cores];
        Arrays.fill(tenantOfCore, -1);
        for (int tenant = 0; tenant < tenants.size(); tenant++) {
            add(tenant, tenants.get(tenant));
        }
        tenantOfTable = owners(firstTables, tables.size());
        tenantOfType = owners(firstTypes, transactions.size());
    }

    private void add(int index, Tenant tenant) {
        int firstTable = tables.size();
        int firstType = transactions.size();
        firstTables[index] = firstTable;
        firstTypes[index] = firstType;
        for (TableSpec own : tenant.workload().tables()) {
            tables.add(new TableSpec(
                    firstTable + own.id(),
                    tenant.name() + "." + own.name(),
                    own.valueBytes(),
                    own.capacity(),
                    own.ordered(),
                    own.index(),
                    own.partBytes(),
                    own.spread()));
        }
        for (TransactionLogic own : tenant.workload().transactions()) {
            transactions.add(new TenantLogic(tenant.name(), firstTable, own));
        }
        for (Invariant own : tenant.workload().invariants()) {
            invariants.add(
                    new TenantInvariant(tenant.name(), own, firstTable, tables.size(), firstType, transactions.size()));
        }
        for (int thread = 0; thread < tenant.cores().size(); thread++) {
            int core = tenant.cores().get(thread);
            if (core < 0 || core >= tenantOfCore.length || tenantOfCore[core] >= 0) {
                throw new IllegalArgumentException(
                        "core " + core + " of tenant '" + tenant.name() + "' is none, or taken");
            }
            tenantOfCore[core] = index;
            threadOfCore[core] = thread;
        }
    }

    private static int[] owners(int[] firsts, int count) {
        int[] owners = new int[count];
        for (int owner = 0; owner < firsts.length; owner++) {
            Arrays.fill(owners, firsts[owner], count, owner);
        }
        return owners;
    }

    /** Its workloads. */
    public List<Tenant> tenants() {
        return tenants;
    }

    /** The share of a thread that runs transactions of {@code workload}, which need not be a shared one. */
    public static Share share(Workload workload, int thread, Placement whole) {
        if (!(workload instanceof SharedWorkload shared) || !shared.apart) {
            return new Share(0, 0, whole);
        }
        int tenant = shared.tenantOfCore[thread];
        int firstTable = shared.firstTables[tenant];
        return new Share(firstTable, shared.firstTypes[tenant], shared.placement(tenant, whole));
    }

    /** Where the records of a tenant live, by its own numbers of tables. */
    public Placement placement(int tenant, Placement whole) {
        return new TenantPlacement(whole, firstTables[tenant]);
    }

    /** The number of a tenant's first table. */
    public int firstTable(int tenant) {
        return firstTables[tenant];
    }

    /** Which of its workloads has a table, as an index of {@link #tenants()}. */
    public int tenantOfTable(int table) {
        return tenantOfTable[table];
    }

    /** Which of its workloads has a core, as an index of {@link #tenants()}. */
    public int tenantOfCore(int core) {
        return tenantOfCore[core];
    }

    /** The thread that a core is to its tenant. */
    public int threadOfCore(int core) {
        return threadOfCore[core];
    }

    /** Which of its workloads has a type of transaction, as an index of {@link #tenants()}. */
    public int tenantOfType(int type) {
        return tenantOfType[type];
    }

    @Override
    public List<TableSpec> tables() {
        return List.copyOf(tables);
    }

    @Override
    public Population population(int table) {
        int tenant = tenantOfTable[table];
        return tenants.get(tenant).workload().population(table - firstTables[tenant]);
    }

    @Override
    public boolean removes(int table) {
        int tenant = tenantOfTable[table];
        return tenants.get(tenant).workload().removes(table - firstTables[tenant]);
    }

    @Override
    public List<TransactionLogic> transactions() {
        return List.copyOf(transactions);
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        int tenant = tenantOfCore[thread];
        Generator own =
                tenants.get(tenant).workload().generator(node, threadOfCore[thread], placement(tenant, placement));
        if (apart) {
            return own;
        }
        int firstType = firstTypes[tenant];
        return new Generator() {
            @Override
            public void next(RandomStream random, TransactionInput into) {
                own.next(random, into);
                int type = firstType + into.type();
                into.become(type, transactions.get(type));
            }

            @Override
            public void moved(Placement now) {
                own.moved(placement(tenant, now));
            }

            @Override
            public boolean fits(TransactionInput drawn) {
                return own.fits(drawn);
            }
        };
    }

    @Override
    public List<Invariant> invariants() {
        return List.copyOf(invariants);
    }

    @Override
    public List<String> remarks() {
        return tenants.stream()
                .flatMap(tenant ->
                        tenant.workload().remarks().stream().map(remark -> "Tenant '" + tenant.name() + "': " + remark))
                .toList();
    }

    @Override
    public int partition(int table, long key, int partitions) {
        int tenant = tenantOfTable[table];
        return tenants.get(tenant).workload().partition(table - firstTables[tenant], key, partitions);
    }
}
