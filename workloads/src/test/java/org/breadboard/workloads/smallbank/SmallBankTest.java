// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SerialBench;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.parts.ChiSquare;
import org.junit.jupiter.api.Test;

class SmallBankTest {
    private static final int BALANCE_CHECK = 1;
    private static final int DEPOSIT = 2;
    private static final int TRANSACT_SAVINGS = 4;
    private static final int WRITE_CHECK = 5;

    private final SmallBank type = new SmallBank();
    private final Settings defaults = Settings.defaultsOf(type.settings());
    private final Workload workload = type.create(defaults, 2, 1, 0.0001);
    private final SerialBench bench = new SerialBench(workload);

    @Test
    void shouldMoveMoneyAsTheBenchmarkDefines() {
        set(Account.SAVINGS, 1, 700);
        set(Account.CHECKING, 1, 300);
        set(Account.CHECKING, 2, 50);
        assertTrue(run(BankTransactions.AMALGAMATE, 1, 2));
        assertEquals(0, cents(Account.SAVINGS, 1));
        assertEquals(0, cents(Account.CHECKING, 1));
        assertEquals(1050, cents(Account.CHECKING, 2));
        assertTrue(run(BankTransactions.SEND_PAYMENT, 2, 1));
        assertEquals(550, cents(Account.CHECKING, 2));
        assertEquals(500, cents(Account.CHECKING, 1));
        assertTrue(run(DEPOSIT, 1));
        assertEquals(630, cents(Account.CHECKING, 1));
        assertTrue(run(TRANSACT_SAVINGS, 1));
        assertEquals(2020, cents(Account.SAVINGS, 1));
        assertTrue(run(BALANCE_CHECK, 1));
    }

    @Test
    void shouldAbortAPaymentThatIsNotCovered() {
        set(Account.CHECKING, 1, 499);
        long before = cents(Account.CHECKING, 2);
        assertFalse(run(BankTransactions.SEND_PAYMENT, 1, 2));
        assertEquals(499, cents(Account.CHECKING, 1));
        assertEquals(before, cents(Account.CHECKING, 2));
    }

    @Test
    void shouldChargeForAnOverdraft() {
        set(Account.SAVINGS, 1, 200);
        set(Account.CHECKING, 1, 300);
        assertTrue(run(WRITE_CHECK, 1));
        assertEquals(-200, cents(Account.CHECKING, 1), "covered by both accounts together");
        assertTrue(run(WRITE_CHECK, 1));
        assertEquals(-800, cents(Account.CHECKING, 1), "500 and a penalty of 100");
    }

    @Test
    void shouldKeepTheHotSetsSizeUnderAScale() {
        assertEquals(616_000, hotOf(1, defaults).hot(), "4% of 154 threads' 100,000");
        assertEquals(616_000, hotOf(0.1, defaults).hot());
        assertEquals(1_540_000, hotOf(0.1, defaults).accounts());
        assertEquals(15_400, hotOf(0.001, defaults).hot(), "everything is hot where less than the hot set is left");
        assertThrows(RefusedException.class, () -> hotOf(1e-8, defaults));
    }

    @Test
    void shouldHaveAccountsByNodeWhateverTheThreads() {
        Settings xenic = defaults.with("accountsPerNode", 2_400_000).with("valueBytes", 4);
        SmallBankWorkload bank = (SmallBankWorkload) type.create(xenic, 6, 5, 1);
        assertEquals(14_400_000, bank.accounts());
        assertEquals(576_000, bank.hot());
        assertEquals(4, bank.tables().get(Account.SAVINGS).valueBytes());
    }

    @Test
    void shouldRefuseABalanceBeyond32BitsWhereThatIsAllThereIs() {
        Workload narrow = type.create(defaults.with("valueBytes", 4), 2, 1, 0.0001);
        SerialBench narrowBench = new SerialBench(narrow);
        Bytes.putInt(narrowBench.value(Account.CHECKING, 1), Account.BALANCE, Integer.MAX_VALUE - 100);
        Transaction transaction = new Transaction();
        transaction.input().begin(DEPOSIT, narrow.transactions().get(DEPOSIT));
        transaction.input().put(1);
        assertFalse(narrowBench.execute(transaction));
        assertEquals(Integer.MAX_VALUE - 100, Account.cents(narrowBench.value(Account.CHECKING, 1), 4));
    }

    @Test
    void shouldDrawHotCustomersInNineOfTenTransactions() {
        assertEquals(0.9 + 0.1 * 0.4, shareOfHot(defaults), 0.005);
        assertEquals(0.1 + 0.9 * 0.4, shareOfHot(defaults.with("invertedHotSet", true)), 0.005);
    }

    @Test
    void shouldFollowTheMixAndTheHotSetOfFasst() {
        SmallBankWorkload tenth = (SmallBankWorkload) type.create(defaults, 1, 1, 0.1);
        Workload.Generator generator = tenth.generator(0, 0, new SpreadPlacement(1, 1));
        RandomStream random = TestParts.random(8, 1);
        Transaction transaction = new Transaction();
        long[] types = new long[6];
        long[] customers = new long[10_000];
        for (int i = 0; i < 300_000; i++) {
            generator.next(random, transaction.input());
            types[transaction.type()]++;
            customers[(int) transaction.context().input(0)]++;
        }
        ChiSquare.assertFollows(new double[] {.15, .15, .15, .25, .15, .15}, types, "types");
        double[] expected = new double[10_000];
        for (int customer = 0; customer < expected.length; customer++) {
            expected[customer] = 0.1 / 10_000 + (customer < 4_000 ? 0.9 / 4_000 : 0);
        }
        ChiSquare.assertFollows(expected, customers, "customers");
    }

    @Test
    void shouldBeginInTheStateThatItSettlesIn() {
        assertEquals(0.14, shareOfUncovered(defaults, 0), 0.03, "payments without cover at the start");
        assertEquals(0.14, shareOfUncovered(defaults, 30_000), 0.015, "and later");
        Settings fresh = defaults.with("settled", false);
        assertEquals(0.01, shareOfUncovered(fresh, 0), 0.01, "in a new bank");
        assertEquals(0.14, shareOfUncovered(fresh, 30_000), 0.015, "in a bank that was new once");
    }

    /**
     * Which share of all transactions the application aborts, after so many, of a thousand customers who are all hot.
     */
    private double shareOfUncovered(Settings settings, int before) {
        Workload small = type.create(settings.with("accountsPerThread", 1_000).with("hotFraction", 1.0), 1, 1, 1);
        SerialBench serial = new SerialBench(small);
        Workload.Generator generator = small.generator(0, 0, new SpreadPlacement(1, 1));
        RandomStream random = TestParts.random(9, 1);
        Transaction transaction = new Transaction();
        int counted = before == 0 ? 1_000 : 20_000;
        int aborted = 0;
        for (int i = 0; i < before + counted; i++) {
            generator.next(random, transaction.input());
            aborted += serial.execute(transaction) || i < before ? 0 : 1;
        }
        return aborted / (double) counted;
    }

    private SmallBankWorkload hotOf(double scale, Settings settings) {
        return (SmallBankWorkload) type.create(settings, 11, 14, scale);
    }

    /** How often the first customer is hot, with 4,000 of 10,000 hot. */
    private double shareOfHot(Settings settings) {
        SmallBankWorkload tenth = (SmallBankWorkload) type.create(settings, 1, 1, 0.1);
        Workload.Generator generator = tenth.generator(0, 0, new SpreadPlacement(1, 1));
        RandomStream random = TestParts.random(1, 1);
        Transaction transaction = new Transaction();
        int hot = 0;
        int draws = 100_000;
        for (int i = 0; i < draws; i++) {
            generator.next(random, transaction.input());
            hot += transaction.context().input(0) < tenth.hot() ? 1 : 0;
        }
        return (double) hot / draws;
    }

    private boolean run(int type, long... customers) {
        Transaction transaction = new Transaction();
        transaction.input().begin(type, workload.transactions().get(type));
        for (long customer : customers) {
            transaction.input().put(customer);
        }
        return bench.execute(transaction);
    }

    private void set(int table, long customer, long cents) {
        Bytes.putLong(bench.value(table, customer), Account.BALANCE, cents);
    }

    private long cents(int table, long customer) {
        return Account.cents(bench.value(table, customer), Long.BYTES);
    }

    /** Results of other versions are comparable only while the same seed draws the same. */
    @Test
    void shouldDrawWhatItAlwaysDrew() {
        Workload.Generator generator =
                new SmallBank().create(defaults, 3, 2, 0.01).generator(1, 1, new SpreadPlacement(3, 2));
        RandomStream random = TestParts.random(5, 1);
        Transaction transaction = new Transaction();
        long drawn = 0;
        for (int i = 0; i < 10_000; i++) {
            generator.next(random, transaction.input());
            drawn = 31 * drawn + transaction.type();
            for (int input = 0; input < transaction.input().lengthBytes() / Long.BYTES; input++) {
                drawn = 31 * drawn + transaction.context().input(input);
            }
        }
        assertEquals(-8182048107858307534L, drawn);
    }

    @Test
    void shouldKeepTheShareOfLocalCustomers() {
        SpreadPlacement placement = new SpreadPlacement(4, 1);
        Transaction transaction = new Transaction();
        RandomStream random = TestParts.random(6, 1);
        for (double share : new double[] {0, 0.3, 1}) {
            Workload.Generator generator =
                    type.create(defaults.with("local", share), 4, 1, 0.01).generator(2, 0, placement);
            double local = 0;
            double all = 0;
            for (int i = 0; i < 20_000; i++) {
                generator.next(random, transaction.input());
                for (int input = 0; input < transaction.input().lengthBytes() / Long.BYTES; input++) {
                    local += placement.primary(
                                            Account.SAVINGS,
                                            transaction.context().input(input))
                                    == 2
                            ? 1
                            : 0;
                    all++;
                }
            }
            assertEquals(share, local / all, 0.013, "local " + share);
        }
    }
}
