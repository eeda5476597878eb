// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.runtime.SeededStream;

/**
 * One store, in a process of its own: two threads, each with one transaction after another, so many seconds to warm up
 * and so many that are measured. It prints how many transactions committed in these, and the ns that they took. Money
 * that came from nowhere, or is gone, fails it.
 */
final class BankRun {
    /** Real threads, on which Breadboard has those of all nodes. */
    static final int THREADS = 2;

    private static final double SCALE = 0.1;
    private static final int BETWEEN_LOOKS = 64;

    private final Workload workload;
    private final Bank bank;
    private final long beganCents;
    private final long seed;
    private long accountedCents;

    BankRun(Workload workload, Bank bank, long seed) throws SQLException {
        this.workload = workload;
        this.bank = bank;
        this.seed = seed;
        beganCents = bank.totalCents();
    }

    /** Arguments: {@code map} or {@code h2}; seconds to warm up; seconds to measure. */
    public static void main(String[] args) throws Exception {
        Workload workload = Bank.workload(SCALE);
        try (Bank bank = args[0].equals("h2") ? new H2Bank(workload) : new MapBank(workload)) {
            new BankRun(workload, bank, 1).goOn(Double.parseDouble(args[1]));
            BankRun measured = new BankRun(workload, bank, 2);
            long beganNs = System.nanoTime();
            long committed = measured.goOn(Double.parseDouble(args[2]));
            System.out.println(committed + " " + (System.nanoTime() - beganNs));
        }
    }

    /** Runs transactions for so many seconds; answers how many committed. */
    long goOn(double seconds) throws SQLException, InterruptedException, ExecutionException {
        long untilNs = System.nanoTime() + (long) (seconds * 1e9);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        long committed = 0;
        try {
            List<Callable<Client>> clients = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Client client = new Client(thread);
                clients.add(() -> client.work(untilNs));
            }
            for (Future<Client> client : threads.invokeAll(clients)) {
                committed += client.get().committed;
                accountedCents += client.get().accountedCents;
            }
        } finally {
            threads.shutdown();
        }
        checkMoney();
        return committed;
    }

    private void checkMoney() throws SQLException {
        long total = bank.totalCents();
        if (total != beganCents + accountedCents) {
            throw new IllegalStateException("accounts hold " + total + " cents; they held " + beganCents
                    + ", and transactions brought " + accountedCents);
        }
    }

    private final class Client {
        private final int thread;
        private long committed;
        private long accountedCents;

        Client(int thread) {
            this.thread = thread;
        }

        private Client work(long untilNs) throws SQLException {
            SeededStream random = new SeededStream(seed, thread);
            Workload.Generator generator = workload.generator(0, thread, null);
            Bank.Teller teller = bank.teller();
            Transaction transaction = new Transaction();
            while (System.nanoTime() < untilNs) {
                for (int i = 0; i < BETWEEN_LOOKS; i++) {
                    generator.next(random, transaction.input());
                    if (teller.run(transaction)) {
                        committed++;
                        accountedCents += transaction.account();
                    }
                }
            }
            return this;
        }
    }
}
