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
    public static final Phases STEADY = new Phases(List.of(new Phase(1, 1, Double.POSITIVE_INFINITY)));

    private static final String SHARE = "([0-9]+(?:\\.[0-9]+)?)";
    private static final Pattern PHASE =
            Pattern.compile(SHARE + "(?:\\s*\\.\\.\\s*" + SHARE + ")?(?:\\s+for\\s+" + SHARE + "\\s*(?:us|µs)?)?");

    private final List<Phase> phases;

    private record Phase(double from, double to, double lengthNs) {
        double at(double offsetNs) {
            return from + slope() * offsetNs;
        }

        double slope() {
            return (to - from) / lengthNs;
        }
    }

    private Phases(List<Phase> phases) {
        this.phases = List.copyOf(phases);
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
            if (!ends && (i < parts.length - 1 || from != to) || lengthNs == 0) {
                throw new IllegalArgumentException("has to say how long '" + parts[i].strip()
                        + "' lasts, as in '1 for 500us'; only the last phase may have no end, if it is no ramp.");
            }
            phases.add(new Phase(from, to, lengthNs));
        }
        Phases read = new Phases(phases);
        if (read.most() == 0) {
            throw new IllegalArgumentException("asks for nothing in any of its phases; one has to be above 0.");
        }
        return read;
    }

    /** The largest share of any phase. */
    public double most() {
        return phases.stream()
                .mapToDouble(phase -> Math.max(phase.from, phase.to))
                .max()
                .orElseThrow();
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
        for (Walk walk = new Walk(Math.max(nowNs, beginNs), beginNs); walk.atNs < endNs; walk.on()) {
            Phase phase = walk.phase();
            double share = phase.at(walk.offsetNs);
            double restNs = phase.lengthNs - walk.offsetNs;
            boolean brings = share + phase.to > 0;
            if (brings && (share + phase.to) / 2 * restNs >= left) {
                double slope = phase.slope();
                return Math.min(endNs, walk.atNs + 2 * left / (share + Math.sqrt(share * share + 2 * slope * left)));
            }
            left -= brings ? (share + phase.to) / 2 * restNs : 0;
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
        for (Walk walk = new Walk(nowNs, beginNs); walk.atNs < endNs; walk.on()) {
            Phase phase = walk.phase();
            double now = phase.at(walk.offsetNs);
            if (now > share) {
                return walk.atNs;
            }
            if (phase.to > share) {
                return Math.min(endNs, walk.atNs + (share - now) / phase.slope());
            }
        }
        return endNs;
    }

    /** Goes from phase to phase. */
    private final class Walk {
        double atNs;
        double offsetNs;
        private int index;

        Walk(double atNs, double beginNs) {
            this.atNs = atNs;
            // Without an end the last phase is reached before a repetition is.
            offsetNs = (atNs - beginNs)
                    % phases.stream().mapToDouble(Phase::lengthNs).sum();
            while (offsetNs >= phase().lengthNs && index < phases.size() - 1) {
                offsetNs -= phase().lengthNs;
                index++;
            }
        }

        Phase phase() {
            return phases.get(index);
        }

        void on() {
            atNs += phase().lengthNs - offsetNs;
            offsetNs = 0;
            index = (index + 1) % phases.size();
        }
    }
}
