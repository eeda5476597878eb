// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.payment;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;

/**
 * TPC-C's payment as NOCC configures it (NOCC 4): one warehouse, two districts, ten customers of each, all found by
 * number. The ten items of the paper are left out, since no payment touches them. A scale touches nothing: all of it is
 * hot.
 *
 * <p>Rows of history are there from the beginning, a number for each thread of clients, and written in turn without
 * being read.
 */
public final class Payments implements WorkloadType {
    private static final Setting<Integer> WAREHOUSES =
            Setting.count("warehouses", "", 1, 1, 1 << 12, "Warehouses (NOCC 4: 1).");
    private static final Setting<Integer> DISTRICTS =
            Setting.count("districts", "", 2, 1, 100, "Districts of a warehouse (NOCC 4: 2).");
    private static final Setting<Integer> CUSTOMERS =
            Setting.count("customers", "", 10, 1, 3000, "Customers of a district (NOCC 4: 10).");
    private static final Setting<Integer> HISTORY_ROWS =
            Setting.count("historyRows", "", 1024, 1, 1 << 20, "Rows of history for each thread, written in turn.");

    /** Creates the kind of workload. */
    public Payments() {}

    @Override
    public String id() {
        return "payment";
    }

    @Override
    public String description() {
        return "TPC-C's payment alone, on the columns that it touches (NOCC 4)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(WAREHOUSES, DISTRICTS, CUSTOMERS, HISTORY_ROWS, NamedLogic.ROUND_NS);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        return new PaymentWorkload(
                settings.get(WAREHOUSES),
                settings.get(DISTRICTS),
                settings.get(CUSTOMERS),
                nodes,
                threadsPerNode,
                settings.get(HISTORY_ROWS),
                settings.get(NamedLogic.ROUND_NS));
    }
}
