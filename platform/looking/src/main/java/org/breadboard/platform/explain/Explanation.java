// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.platform.trace.Span;
import org.breadboard.platform.trace.Trace;

/** One transaction in a trace: its hops in the order of time, and where the time until its outcome went. */
public final class Explanation {
    private static final double NS_PER_US = 1000;

    private final int number;
    private final Trace.Attempt attempt;
    private final List<Hop> hops = new ArrayList<>();
    private final Map<String, Share> shares = new LinkedHashMap<>();
    /** Numbers of messages by those of the trace. */
    private final Map<Integer, Integer> messages = new HashMap<>();

    private final Map<Integer, String> said = new HashMap<>();
    private int messageCount;
    private boolean wholePath;

    /**
     * Where time until the outcome went.
     *
     * @param waitUs waiting for places of one group
     * @param serveUs being served there
     * @param travelUs on the way from there to the next place
     */
    public record Share(double waitUs, double serveUs, double travelUs) {
        private Share plus(double wait, double serve, double travel) {
            return new Share(waitUs + wait, serveUs + serve, travelUs + travel);
        }
    }

    /**
     * Explains an attempt.
     *
     * @param number its number in the trace, which has its end, too
     */
    public Explanation(Trace trace, int number) {
        this.number = number;
        attempt = trace.attempt(number);
        Set<Span> path = path();
        List<Span> own = new ArrayList<>(
                trace.spans().stream().filter(span -> span.part(number) != null).toList());
        own.forEach(this::count);
        own.stream().map(span -> hop(span, path.contains(span))).forEach(hops::add);
        hops.sort(Comparator.comparingDouble(Hop::atUs).thenComparingDouble(Hop::beganUs));
    }

    /** The hops, in the order in which it came to them; some may be later than the outcome. */
    public List<Hop> hops() {
        return hops;
    }

    /** From its beginning to its outcome. */
    public double tookUs() {
        return us(attempt.last().endedNs());
    }

    /** The outcome in words. */
    public String outcome() {
        return attempt.outcome();
    }

    /** How many messages were sent for it. */
    public int messages() {
        return messageCount;
    }

    /**
     * Where the time until the outcome went, by groups of places: along the chain of what had to happen before it, back
     * to the beginning. The shares add up to {@link #tookUs}. Empty if the chain is not known to its beginning.
     */
    public Map<String, Share> shares() {
        return wholePath ? shares : Map.of();
    }

    private double us(double atNs) {
        return (atNs - attempt.beganNs()) / NS_PER_US;
    }

    /** Back from the outcome, from each span to what had to happen before it. */
    private Set<Span> path() {
        Deque<Span> chain = new ArrayDeque<>();
        Set<Span> seen = new HashSet<>();
        Span span = attempt.last();
        while (span != null && span != attempt.first() && seen.add(span)) {
            chain.push(span);
            Span.Part part = span.part(number);
            span = part == null ? null : part.cause();
        }
        wholePath = span == attempt.first();
        if (wholePath) {
            chain.push(span);
            seen.add(span);
            share(chain);
        }
        return wholePath ? seen : Set.of();
    }

    private void share(Iterable<Span> chain) {
        double readyNs = attempt.beganNs();
        for (Span span : chain) {
            boolean last = span == attempt.last();
            double untilNs = span.endedNs();
            double outNs = last ? untilNs : span.leftNs();
            shares.put(
                    Hop.group(span.place()),
                    shares.getOrDefault(Hop.group(span.place()), new Share(0, 0, 0))
                            .plus(
                                    (span.beganNs() - readyNs) / NS_PER_US,
                                    (untilNs - span.beganNs()) / NS_PER_US,
                                    (outNs - untilNs) / NS_PER_US));
            readyNs = outNs;
        }
    }

    /** Numbers a message where it first is; one that came out of another keeps the number of that. */
    private void count(Span span) {
        if (span.message() == 0 || messages.containsKey(span.message())) {
            return;
        }
        Span cause = span.part(number).cause();
        boolean unpacked = cause != null && cause.kind() == Span.Kind.PASSING && messages.containsKey(cause.message());
        messages.put(span.message(), unpacked ? messages.get(cause.message()) : Integer.valueOf(++messageCount));
    }

    private Hop hop(Span span, boolean onPath) {
        Span.Part part = span.part(number);
        double cameNs = span.arrivedNs();
        if (span == attempt.first()) {
            cameNs = span.beganNs();
        } else if (span.kind() == Span.Kind.LEAVING && part.cause() != null) {
            cameNs = Math.min(part.cause().endedNs(), span.beganNs());
        }
        int message = messages.getOrDefault(span.message(), 0);
        double travelNs = span.leftNs() - span.endedNs();
        return new Hop(
                span.kind(),
                span.place(),
                message,
                words(span, part, message),
                us(cameNs),
                (span.beganNs() - cameNs) / NS_PER_US,
                (span.endedNs() - span.beganNs()) / NS_PER_US,
                travelNs / NS_PER_US,
                onPath);
    }

    /** What a message says is said once, and again when it says something else. */
    private String words(Span span, Span.Part part, int message) {
        StringBuilder words = new StringBuilder();
        if (message > 0) {
            words.append('#').append(message).append(' ');
        }
        boolean news = message == 0 || part.words() != null && !part.words().equals(said.put(message, part.words()));
        switch (span.kind()) {
            case LEAVING ->
                words.append(
                        news && part.words() != null
                                ? part.words()
                                : "leaves " + span.place().name());
            case PASSING ->
                words.append(span.place().name()).append(news && part.words() != null ? ": " + part.words() : "");
            default -> {
                words.append(span.place().name());
                if (message > 0) {
                    words.append(" takes it");
                }
                if (news) {
                    words.append(part.words() == null ? " runs" : (message > 0 ? ": " : " ") + part.words());
                }
                if (span == attempt.last()) {
                    words.append(": ").append(attempt.outcome());
                }
            }
        }
        return words.toString();
    }
}
