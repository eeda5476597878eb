package org.breadboard.proto.fasst;

/** Scratch. */
public final class Try {
    static void show(String what, org.breadboard.platform.run.RunResult r) {
        System.out.printf(
                "%s %.3f M/s/node p50 %d failure=%s holds=%s aborts=%s wall %d ms msgs %d usage %s%n",
                what,
                r.committedPerNodePerSecond() / 1e6,
                r.latencyNs().getValueAtPercentile(50),
                r.failure(),
                r.verdict() == null ? null : r.verdict().holds(),
                r.aborts(),
                r.wallNs() / 1000000,
                r.messagesDelivered(),
                r.usage().subList(0, Math.min(2, r.usage().size())));
        if (r.verdict() != null && !r.verdict().holds()) System.out.println(r.verdict());
    }

    public static void main(String[] args) {
        if (args[0].equals("f4")) {
            show(
                    "base 2.6",
                    Trial.of("fasst-rpc", null)
                            .cluster(11, 1, 1)
                            .contexts(19)
                            .measureUs(500)
                            .set("requestBatching", false)
                            .set("responseBatching", false)
                            .set("cheapReceives", false)
                            .run(1));
            for (int b : new int[] {1, 3, 11})
                show(
                        "batch " + b,
                        Trial.of("fasst-rpc", null)
                                .cluster(11, 1, 1)
                                .contexts(19)
                                .measureUs(500)
                                .set("batch", b)
                                .run(1));
        }
        if (args[0].equals("f1")) {
            for (int b : new int[] {1, 11}) {
                show(
                        "cib batch " + b,
                        Trial.of("fasst-rpc", null)
                                .cluster(11, 14, 1)
                                .contexts(19)
                                .measureUs(100)
                                .set("batch", b)
                                .run(1));
                show(
                        "cx3 batch " + b,
                        Trial.of("fasst-rpc", null)
                                .profile("connectx3")
                                .cluster(11, 8, 1)
                                .contexts(19)
                                .measureUs(200)
                                .set("batch", b)
                                .run(1));
            }
        }
        if (args[0].equals("o10")) {
            show(
                    "o10",
                    Trial.of("fasst", "object-store")
                            .workload("reads", 1)
                            .workload("writes", 0)
                            .cluster(11, 14, 3)
                            .contexts(19)
                            .measureUs(100)
                            .run(1));
            show(
                    "o40",
                    Trial.of("fasst", "object-store")
                            .workload("reads", 4)
                            .workload("writes", 0)
                            .cluster(11, 14, 3)
                            .contexts(19)
                            .measureUs(100)
                            .run(1));
            show(
                    "o42",
                    Trial.of("fasst", "object-store")
                            .workload("reads", 4)
                            .workload("writes", 2)
                            .cluster(11, 14, 3)
                            .contexts(19)
                            .measureUs(100)
                            .run(1));
        }
        if (args[0].equals("churn")) {
            show("churn", Trial.of("fasst", "churn").run(1));
            for (int seed = 1; seed <= 20; seed++)
                show(
                        "churn explore " + seed,
                        Trial.of("fasst", "churn").explore().run(seed));
            for (int seed = 1; seed <= 5; seed++)
                show(
                        "churn loss " + seed,
                        Trial.of("fasst", "churn").explore().faults(0.001, 0.01).run(seed));
            for (int seed = 1; seed <= 5; seed++)
                show(
                        "sb loss " + seed,
                        Trial.of("fasst", "smallbank").faults(0.001, 0.01).run(seed));
            show("churn budget", Trial.of("fasst", "churn").set("budget", 1).run(1));
            show(
                    "churn nocoal",
                    Trial.of("fasst", "churn").set("coalescing", false).run(1));
            show(
                    "churn big",
                    Trial.of("fasst", "churn")
                            .workload("accesses", 30)
                            .workload("keys", 500)
                            .run(1));
            show(
                    "churn values",
                    Trial.of("fasst", "churn")
                            .workload("valueBytes", 1500)
                            .workload("keys", 500)
                            .run(1));
            show("churn 1 node", Trial.of("fasst", "churn").cluster(1, 2, 1).run(1));
            show("churn 5 nodes r2", Trial.of("fasst", "churn").cluster(5, 1, 2).run(1));
        }
        if (args[0].equals("break")) {
            for (String b : new String[] {"skip-validation", "skip-lock", "drop-log", "unlock-before-write"})
                for (String w : new String[] {"churn", "smallbank"})
                    for (int seed = 1; seed <= 3; seed++)
                        show(
                                b + w + " seed " + seed,
                                Trial.of("fasst", w)
                                        .set("breakage", b)
                                        .measureUs(500)
                                        .contexts(4)
                                        .workload(w.equals("churn") ? "keys" : "accountsPerThread", 300)
                                        .run(seed));
        }
        if (args[0].equals("w")) {
            show(
                    args[1],
                    Trial.of("fasst", args[1])
                            .scale(Double.parseDouble(args[2]))
                            .cluster(11, 14, 3)
                            .contexts(19)
                            .measureUs(Integer.parseInt(args[3]))
                            .run(1));
        }
    }
}
