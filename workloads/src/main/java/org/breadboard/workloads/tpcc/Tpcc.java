// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * TPC-C over 72 warehouses per server, in two kinds: the full mix of five transactions (Xenic 5.3), and new-order alone
 * with items from all over the cluster (Xenic 5.2, as DrTM+H runs it).
 *
 * <p>The database is partitioned by warehouse. Warehouse, district and stock are read remotely; all else is local to
 * its coordinator and, in the papers, in B+ trees: those tables are ordered. Under a scale items, stock, customers and
 * first orders shrink; warehouses and districts do not.
 *
 * <p>Rows are those of the specification, or of DrTM+H's source ({@link RowLayout}).
 *
 * <p>Where it departs from the specification: no terminal input and think times; an order's items are different; dates
 * are drawn, since transactions have no clock; delivery is one transaction for each district, at once and not deferred;
 * stock-level is chopped into groups of orders.
 */
public final class Tpcc implements WorkloadType {
    private static final String ORDERED = "ordered";
    private static final Setting<Integer> WAREHOUSES_PER_NODE =
            Setting.count("warehousesPerNode", "", 72, 1, 10_000, "Warehouses per server (Xenic 5.2).");
    private static final Setting<String> ROWS = Setting.choice(
            "rows",
            RowLayout.NAMES,
            "What rows look like, and so how long they are: specification, TPC-C 1.2.1 (a stock row 306 B), or drtmh,"
                    + " the public source of DrTM+H, whose TPC-C Xenic 5.2 runs (18 B).");
    private static final Setting<Long> ORDER_ROOM = Setting.integer(
            "orderRoom",
            "orders",
            200,
            1,
            1_000_000,
            "How many orders, and how many payments, tables have room for beyond the first ones, for each district"
                    + " (assumed).");
    private static final Setting<String> LOCAL_TABLES = Setting.choice(
            "localTables",
            List.of(ORDERED, "unordered"),
            "Whether tables that are local to coordinators are ordered (Xenic 5.2: B+ trees). New-order needs no"
                    + " order: unordered ones run on protocols that have hash tables only.");

    private final boolean full;

    private Tpcc(boolean full) {
        this.full = full;
    }

    /** The mix of all five transactions. */
    public static Tpcc fullMix() {
        return new Tpcc(true);
    }

    /** New-order alone. */
    public static Tpcc newOrder() {
        return new Tpcc(false);
    }

    @Override
    public String id() {
        return full ? "tpcc" : "tpcc-neworder";
    }

    @Override
    public String description() {
        return full
                ? "TPC-C: five transactions in the standard mix, partitioned by warehouse (Xenic 5.3)"
                : "TPC-C's new-order alone, with items from warehouses all over the cluster (Xenic 5.2)";
    }

    @Override
    public List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>();
        settings.add(WAREHOUSES_PER_NODE);
        settings.add(ROWS);
        settings.add(ORDER_ROOM);
        settings.add(full ? TpccMix.ROLLBACKS : TpccMix.ROLLBACKS.withDefault(0.0));
        if (full) {
            settings.add(TpccMix.REMOTE_ITEMS);
            settings.add(TpccMix.REMOTE_PAYMENTS);
            settings.add(TpccMix.BY_NAME);
            settings.add(TpccMix.ORDERS_PER_STOCK_LEVEL);
        } else {
            settings.add(LOCAL_TABLES);
        }
        settings.add(NamedLogic.ROUND_NS);
        if (full) {
            settings.addAll(TpccMix.WEIGHTS.settings());
        }
        return settings;
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        int perNode = settings.get(WAREHOUSES_PER_NODE);
        if ((long) perNode * nodes > Schema.MOST_WAREHOUSES) {
            throw new RefusedException("workload.warehousesPerNode is " + perNode + ", which makes "
                    + (long) perNode * nodes + " warehouses on " + nodes + " nodes, but keys have room for "
                    + Schema.MOST_WAREHOUSES + ".");
        }
        RowLayout rows = RowLayout.named(settings.get(ROWS));
        return new TpccWorkload(
                Size.of(nodes, perNode, scale),
                rows,
                full ? TpccMix.full(settings, rows) : TpccMix.newOrder(settings, rows),
                threadsPerNode,
                settings.get(ORDER_ROOM),
                full || settings.get(LOCAL_TABLES).equals(ORDERED));
    }
}
