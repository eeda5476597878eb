// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * All that happened while it was recorded: spans of stages and resources in the order in which they became known, and
 * the attempts that began meanwhile, counted from 1.
 */
public final class Trace {
    /** An attempt at a transaction. */
    public static final class Attempt {
        private final int number;
        private final int client;
        private final int type;
        private final long beganNs;
        private final Span first;
        private String outcome = "not over";
        private Span last;

        private Attempt(int number, int client, int type, long beganNs, Span first) {
            this.number = number;
            this.client = client;
            this.type = type;
            this.beganNs = beganNs;
            this.first = first;
        }

        /** Whose, as histories count clients. */
        public int client() {
            return client;
        }

        /** Its number in the trace. */
        public int number() {
            return number;
        }

        /** The workload's number for its type. */
        public int type() {
            return type;
        }

        /** When its step began it. */
        public long beganNs() {
            return beganNs;
        }

        /** The step in which it began. */
        public Span first() {
            return first;
        }

        /** The step at whose end its client knew the outcome, or null. */
        public Span last() {
            return last;
        }

        /** The outcome in words. */
        public String outcome() {
            return outcome;
        }
    }

    private final List<Span> spans = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();

    /** Nothing recorded yet. */
    Trace() {}

    void add(Span span) {
        spans.add(span);
    }

    /** Returns its number. */
    int begin(int client, int type, long nowNs, Span step) {
        attempts.add(new Attempt(attempts.size() + 1, client, type, nowNs, step));
        return attempts.size();
    }

    void end(int attempt, Span step, String outcome) {
        Attempt ended = attempt(attempt);
        ended.last = step;
        ended.outcome = outcome;
    }

    /** All spans. */
    public List<Span> spans() {
        return spans;
    }

    /** All attempts that began, by their numbers. */
    public List<Attempt> attempts() {
        return attempts;
    }

    /** An attempt by its number. */
    public Attempt attempt(int number) {
        return attempts.get(number - 1);
    }

    /** The number of the attempt that a client began at an instant, or 0. */
    public int numberOf(int client, long beganNs) {
        for (int i = 0; i < attempts.size(); i++) {
            if (attempts.get(i).client == client && attempts.get(i).beganNs == beganNs) {
                return i + 1;
            }
        }
        return 0;
    }
}
