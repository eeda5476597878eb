// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.Locality;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.Scaled;

/**
 * SmallBank: customers with a savings and a checking account, and six types of transactions, of which 85% write (FaSST
 * 6, 6.3). By default 100,000 customers per thread, of whom 4% are drawn by 90% of the transactions.
 *
 * <p>Xenic 5.5 has 2.4 million customers per server and values of 4 B: {@code accountsPerNode: 2400000, valueBytes: 4}.
 *
 * <p>Both accounts of a customer live on one node. With {@code local}, HADES VIII, a coin for each customer that is
 * drawn says whether that is the client's.
 *
 * <p>Hot customers begin with what they have after some seconds ({@link SettledBalances}), the others, who are met a
 * hundred times less often, with a new bank's balances.
 *
 * <p>Under a scale the number of customers shrinks and the hot set keeps its size, up to the whole population.
 */
public final class SmallBank implements WorkloadType {
    private static final Setting<Long> ACCOUNTS_PER_THREAD = Setting.integer(
            "accountsPerThread",
            "customers",
            100_000,
            1,
            10_000_000,
            "Customers per thread of the cluster, each with a savings and a checking account (FaSST 6.3).");
    private static final Setting<Long> ACCOUNTS_PER_NODE = Setting.integer(
            "accountsPerNode",
            "customers",
            0,
            0,
            1_000_000_000,
            "Customers per node, however many threads it has; 0 leaves it to accountsPerThread (Xenic 5.5:"
                    + " 2,400,000).");
    private static final Setting<Double> HOT_FRACTION = Setting.number(
            "hotFraction", "", 0.04, 1e-9, 1, "The share of all customers, before scaling, that is hot (FaSST 6.3).");
    private static final Setting<Double> HOT_PROBABILITY = Setting.number(
            "hotProbability",
            "",
            0.9,
            0,
            1,
            "The share of transactions that draw hot customers only; the others draw from all (FaSST 6.3).");
    private static final Setting<Boolean> INVERTED_HOT_SET = Setting.flag(
            "invertedHotSet",
            false,
            "Draw hot customers with the probability 1 - hotProbability, as the source of DrTM+H does.");
    private static final Setting<Boolean> SETTLED = Setting.flag(
            "settled",
            true,
            "Begin with the balances that hot customers have after some seconds, when 14% of all transactions are payments"
                    + " that are not covered; otherwise with a new bank's, of which 0.1% are.");
    private static final Setting<Integer> VALUE_BYTES = Setting.count(
            "valueBytes",
            "bytes",
            Long.BYTES,
            Integer.BYTES,
            65_536,
            "Size of a record: the balance, of 4 B in records under 8 B, and padding that must never change"
                    + " (FaSST: 8; Xenic 5.4: 4).");

    /** Creates the kind of workload. */
    public SmallBank() {}

    @Override
    public String id() {
        return "smallbank";
    }

    @Override
    public String description() {
        return "SmallBank: bank accounts, 85% of the transactions write (FaSST 6.3)";
    }

    @Override
    public List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(
                ACCOUNTS_PER_THREAD,
                ACCOUNTS_PER_NODE,
                HOT_FRACTION,
                HOT_PROBABILITY,
                INVERTED_HOT_SET,
                SETTLED,
                VALUE_BYTES,
                Locality.LOCAL,
                NamedLogic.ROUND_NS));
        settings.addAll(BankTransactions.WEIGHTS.settings());
        return settings;
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        long perNode = settings.get(ACCOUNTS_PER_NODE);
        if (perNode == 0) {
            perNode = Math.multiplyExact(settings.get(ACCOUNTS_PER_THREAD), (long) threadsPerNode);
        }
        long full = Math.multiplyExact(perNode, (long) nodes);
        long accounts = Scaled.population("SmallBank customers", full, scale, 2);
        long hot = Math.min(accounts, Math.max(2, (long) StrictMath.floor(full * settings.get(HOT_FRACTION) + 0.5)));
        double drawnHot = settings.get(HOT_PROBABILITY);
        return new SmallBankWorkload(
                accounts,
                hot,
                settings.get(INVERTED_HOT_SET) ? 1 - drawnHot : drawnHot,
                settings.get(SETTLED),
                BankTransactions.WEIGHTS.in(settings),
                settings.get(VALUE_BYTES),
                settings.get(NamedLogic.ROUND_NS),
                Locality.of(settings, nodes));
    }
}
