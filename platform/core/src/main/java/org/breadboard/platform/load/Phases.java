// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a load changes while it is measured: phases one behind the other, in each of which it is a constant share of what
 * the mix says, or changes evenly from one share to another. They begin with the measurement; before it the load is
 * whole. Phases that all have an end begin again behind the last. Instants and durations are in ns. Immutable; any
 * thread.
 */
public final class Phases {
    /** A load that does not change. */
    public static final Phases STEADY = new Phases(List.of(new Phase("1", 1, 1, 0, Double.POSITIVE_INFINITY)));

    private static final String SHARE = "([0-9]+(?:\\.[0-9]+)?)";
    private static final Pattern PHASE =
            Pattern.compile(SHARE + "(?:\\s*\\.\\.\\s*" + SHARE + ")?(?:\\s+for\\s+" + SHARE + "\\s*(?:us|µs)?)?");

    private final List<Phase> phases;
    /** Without an end where the last phase has none. */
    private final double cycleNs;

    private record Phase(String words, double from, double to, double beginNs, double lengthNs) {
        double at(double offsetNs) {
            return from + slope() * offsetNs;
        }

        double slope() {
            return (to - from) / lengthNs;
        }

        double endNs() {
            return beginNs + lengthNs;
        }
    }

    private Phases(List<Phase> phases) {
        this.phases = List.copyOf(phases);
        cycleNs = phases.get(phases.size() - 1).endNs();
    }

    /**
     * Phases such as {@code 0..1 for 500us, 1 for 200us, 3 for 50us}; the last may do without an end.
     *
     * @throws IllegalArgumentException if the text is none; the message says what would be, without its subject
     */
    public static Phases parse(String text) {
        List<Phase> phases = new ArrayList<>();
        String[] parts = text.split(",", -1);
        for (int i = 0; i < parts.length; i++) {
            Matcher matcher = PHASE.matcher(parts[i].strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "takes phases such as '0..1 for 500us, 1 for 200us', not '" + parts[i].strip() + "'.");
            }
            double from = Double.parseDouble(matcher.group(1));
            double to = matcher.group(2) == null ? from : Double.parseDouble(matcher.group(2));
            boolean ends = matcher.group(3) != null;
            double lengthNs = ends ? Double.parseDouble(matcher.group(3)) * 1e3 : Double.POSITIVE_INFINITY;
            if (!ends && (i < parts.length - 1 || from != to)) {
                throw new IllegalArgumentException("has to say how long '" + parts[i].strip()
                        + "' lasts, as in '1 for 500us'; only the last phase may have no end, if it is no ramp.");
            }
            if (lengthNs < 1) {
                throw new IllegalArgumentException(
                        "has a phase, '" + parts[i].strip() + "', that is shorter than 0.001us; make it longer.");
            }
            double beginNs = i == 0 ? 0 : phases.get(i - 1).endNs();
            phases.add(new Phase(parts[i].strip(), from, to, beginNs, lengthNs));
        }
        Phases read = new Phases(phases);
        if (read.most() == 0) {
            throw new IllegalArgumentException("asks for nothing in any of its phases; one has to be above 0.");
        }
        return read;
    }

    /** How many phases there are; 1 of a load that does not change. */
    public int count() {
        return phases.size();
    }

    /** What the mix says of a phase, such as {@code 1 for 200us}. */
    public String words(int phase) {
        return phases.get(phase).words;
    }

    /** The phase so long after the measurement began. */
    int at(long offsetNs) {
        return phases.size() == 1 ? 0 : phaseAt((double) offsetNs % cycleNs);
    }

    /**
     * A part of a measurement, in ns since it began.
     *
     * @param phase which phase it is
     */
    public record Part(int phase, double fromNs, double toNs) {}

    /**
     * The phases that a measurement of this length goes through, one after another; none if they are more than that.
     */
    public List<Part> parts(double lengthNs, int most) {
        List<Part> parts = new ArrayList<>();
        double atNs = 0;
        for (int index = 0; atNs < lengthNs; index = (index + 1) % phases.size()) {
            if (parts.size() == most) {
                return List.of();
            }
            double endNs = Math.min(lengthNs, atNs + phases.get(index).lengthNs);
            parts.add(new Part(index, atNs, endNs));
            atNs = endNs;
        }
        return parts;
    }

    /** For how long a measurement of this length is in a phase, in ns. */
    public double timeNs(int phase, double lengthNs) {
        Phase of = phases.get(phase);
        double whole = Double.isInfinite(cycleNs) ? 0 : Math.floor(lengthNs / cycleNs);
        double rest = whole == 0 ? lengthNs : lengthNs - whole * cycleNs;
        double inRest = Math.max(0, Math.min(of.endNs(), rest) - of.beginNs);
        return whole == 0 ? inRest : whole * of.lengthNs + inRest;
    }

    /** The mean share over a measurement of this length. */
    public double mean(double lengthNs) {
        double whole = Double.isInfinite(cycleNs) ? 0 : Math.floor(lengthNs / cycleNs);
        double restNs = whole == 0 ? lengthNs : lengthNs - whole * cycleNs;
        double sum = 0;
        for (Phase phase : phases) {
            double inRestNs = Math.max(0, Math.min(phase.endNs(), restNs) - phase.beginNs);
            sum += inRestNs * (phase.from + phase.at(inRestNs)) / 2;
            sum += whole == 0 ? 0 : whole * phase.lengthNs * (phase.from + phase.to) / 2;
        }
        return sum / lengthNs;
    }

    /** The largest share of any phase. */
    public double most() {
        return phases.stream()
                .mapToDouble(phase -> Math.max(phase.from, phase.to))
                .max()
                .orElseThrow();
    }

    private double least() {
        return phases.stream()
                .mapToDouble(phase -> Math.min(phase.from, phase.to))
                .min()
                .orElseThrow();
    }

    /**
     * What readers of the figures should know: phases that were not reached, or that change nothing.
     *
     * @param lengthNs how long was measured
     * @param clients of a closed loop, or 0
     */
    public List<String> remarks(long lengthNs, int clients) {
        List<String> remarks = new ArrayList<>();
        if (this == STEADY) {
            return remarks;
        }
        long missed = phases.stream().filter(phase -> phase.beginNs >= lengthNs).count();
        if (missed > 0) {
            remarks.add("Of its " + phases.size() + " phases, " + missed
                    + " were not reached: they begin behind what was measured (time.measureUs).");
        }
        if (clients > 0 && share(clients - 1, 0.5, clients) < least()) {
            remarks.add("Its phases change nothing: of " + clients
                    + " clients all take part even at the smallest share (load.phases).");
        }
        return remarks;
    }

    /**
     * The share of a load above which a context of a closed loop takes part. Contexts of a thread come in one after the
     * other, and those of the same number of the threads, too.
     *
     * @param stagger where the thread stands among those that have clients, between 0 and 1
     * @param contexts how many the thread has
     */
    static double share(int context, double stagger, int contexts) {
        return (context + stagger) / contexts;
    }

    private int phaseAt(double offsetNs) {
        int index = phases.size() - 1;
        while (index > 0 && phases.get(index).beginNs > offsetNs) {
            index--;
        }
        return index;
    }

    /**
     * When as much of the load has passed from {@code nowNs} on as the whole load brings in {@code workNs}.
     *
     * @param window the measurement; its end is the answer where that is earlier
     */
    double after(double nowNs, double workNs, Window window) {
        double beginNs = window.fromNs();
        double endNs = window.toNs();
        if (nowNs + workNs <= beginNs) {
            return nowNs + workNs;
        }
        double left = workNs - Math.max(0, beginNs - nowNs);
        double atNs = Math.max(nowNs, beginNs);
        double offsetNs = (atNs - beginNs) % cycleNs;
        for (int index = phaseAt(offsetNs); atNs < endNs; index = (index + 1) % phases.size()) {
            Phase phase = phases.get(index);
            double share = phase.at(offsetNs - phase.beginNs);
            double restNs = phase.endNs() - offsetNs;
            boolean brings = share + phase.to > 0;
            if (brings && (share + phase.to) / 2 * restNs >= left) {
                // Rounding may leave a little less than nothing at the end of a ramp to 0.
                double root = Math.sqrt(Math.max(0, share * share + 2 * phase.slope() * left));
                return Math.min(endNs, atNs + 2 * left / (share + root));
            }
            left -= brings ? (share + phase.to) / 2 * restNs : 0;
            atNs += restNs;
            offsetNs = index == phases.size() - 1 ? 0 : phase.endNs();
        }
        return endNs;
    }

    /** When the load is above a share of less than 1, from {@code nowNs} on; otherwise as {@link #after}. */
    double above(double share, double nowNs, Window window) {
        double beginNs = window.fromNs();
        double endNs = window.toNs();
        if (nowNs < beginNs) {
            return nowNs;
        }
        double atNs = nowNs;
        double offsetNs = (atNs - beginNs) % cycleNs;
        for (int index = phaseAt(offsetNs); atNs < endNs; index = (index + 1) % phases.size()) {
            Phase phase = phases.get(index);
            double now = phase.at(offsetNs - phase.beginNs);
            if (now > share) {
                return atNs;
            }
            if (phase.to > share) {
                return Math.min(endNs, atNs + (share - now) / phase.slope());
            }
            atNs += phase.endNs() - offsetNs;
            offsetNs = index == phases.size() - 1 ? 0 : phase.endNs();
        }
        return endNs;
    }
}
