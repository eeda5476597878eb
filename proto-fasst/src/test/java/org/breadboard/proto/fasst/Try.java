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
