package org.breadboard.proto.fasst;

/** Scratch. */
public final class Try {
    public static void main(String[] args) {
        for (String w : args.length > 0 ? args : new String[] {"smallbank", "tatp", "object-store"}) {
            var r = Trial.of("fasst", w).run(1);
            System.out.println(w + " failure=" + r.failure() + " verdict=" + r.verdict());
            System.out.println("  " + r.committedPerNodePerSecond() / 1e6 + " M/s/node aborts " + r.aborts() + " types " + r.types()
                    + " p50 " + r.latencyNs().getValueAtPercentile(50) + " wall ms " + r.wallNs() / 1000000 + " msgs " + r.messagesDelivered());
            System.out.println("  " + r.counters() + " " + r.usage().subList(0, Math.min(3, r.usage().size())));
        }
    }
}
