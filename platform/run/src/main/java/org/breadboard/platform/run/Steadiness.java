// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.mix.Mix;

/**
 * The rule by which a run measured for long enough to be quoted: warm-up and window of some median latencies, and a
 * rate that hardly differs between the batches of the window. One rule for every system.
 *
 * @param latencyUs the median latency
 * @param spread half the width of the rate's 95% confidence interval, from batch means, as a share of the rate; NaN if
 *     unknown
 */
public record Steadiness(double latencyUs, double spread) {
    /** The spread up to which a rate counts as steady. */
    public static final double STEADY = 0.05;

    /** How steady a run was. */
    public static Steadiness of(RunResult result) {
        return new Steadiness(
                median(result.latencyNs()),
                result.committed() == 0 ? Double.NaN : result.committedCi95PerSecond() / result.committedPerSecond());
    }

    /** What is known of a run from what its clients measured. */
    static Steadiness of(Measured measured) {
        return new Steadiness(median(measured.latencyNs()), Double.NaN);
    }

    private static double median(Histogram latencyNs) {
        return latencyNs.getValueAtPercentile(50) / 1e3;
    }

    /** Whether warm-up and window are as many median latencies long as they have to be. */
    public boolean longEnough(double warmupUs, double measureUs) {
        return warmupUs >= Window.WARM_LATENCIES * latencyUs && measureUs >= Window.LATENCIES * latencyUs;
    }

    /** Whether the rate hardly differs between batches. */
    public boolean steady() {
        return spread <= STEADY;
    }

    /**
     * How long it would have to be measured.
     *
     * @param time how long it was
     * @param mostNs the longest window that may be asked for
     * @return {@code time} itself if that was enough, or is all that there may be
     */
    public Mix.Time longer(Mix.Time time, long mostNs) {
        long warmupNs = Math.max(time.warmupNs(), microseconds(Window.WARM_LATENCIES * latencyUs));
        double byLatency = Window.LATENCIES * latencyUs * 1e3 / time.measureNs();
        double bySpread = Double.isNaN(spread) ? Double.MAX_VALUE : (spread / STEADY) * (spread / STEADY);
        double factor = Math.max(byLatency, bySpread);
        double times = factor <= 1 ? 1 : Math.max(2, Math.ceil(factor));
        double most = Math.max(1, (double) mostNs / time.measureNs());
        long measureNs = (long) (time.measureNs() * Math.min(times, most));
        return new Mix.Time(warmupNs, measureNs);
    }

    /** What is to be said of a run that was too short, or nothing. */
    public Optional<String> remark(Mix.Time time) {
        if (longEnough(time.warmupNs() / 1e3, time.measureNs() / 1e3)) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "Its warm-up is %.1f median latencies long and its window %.1f: quote it only with %d and %d or more"
                        + " (time.warmupUs, time.measureUs).",
                time.warmupNs() / 1e3 / latencyUs,
                time.measureNs() / 1e3 / latencyUs,
                Window.WARM_LATENCIES,
                Window.LATENCIES));
    }

    /**
     * What is to be said of how a run's latencies came about, or nothing: of an open loop that was offered too much, no
     * window is long enough.
     *
     * @param stages that offered transactions all the while
     */
    static Optional<String> remark(Mix mix, int stages, Measured sum, Drive drive) {
        return Offered.of(mix, stages, sum, drive.measuredNs()).remark().or(() -> of(sum).remark(drive.time()));
    }

    /**
     * Whether a run's background keeps up with it: {@link RunResult#backgroundLag()} is not more than a rate may
     * spread.
     */
    public static boolean keepsUp(double backgroundLag) {
        return !(backgroundLag > STEADY);
    }

    /** What is to be said of a run whose background did not keep up, or nothing. */
    static Optional<String> remark(double backgroundLag) {
        return keepsUp(backgroundLag)
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Its background fell behind: %.0f%% of what came up for it while it was measured was left, so the throughput"
                                + " does not last. Measure longer (time.warmupUs), until the logs are full.",
                        backgroundLag * 100));
    }

    private static long microseconds(double us) {
        return (long) Math.ceil(us) * 1000;
    }
}
