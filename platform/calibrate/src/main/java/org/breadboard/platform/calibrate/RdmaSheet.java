// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;
import org.breadboard.platform.result.Figures;

/**
 * Finds the numbers of an RDMA NIC's data sheet with which the shipped micro-benchmark measures what somebody measured.
 * Each is found from one thing that was measured while all others stay, and twice in turn, since they lean on each
 * other a little.
 */
final class RdmaSheet {
    private static final int SMALL_BYTES = 64;
    private static final int LARGE_BYTES = 4096;
    private static final int ROUNDS = 2;
    private static final int STEPS = 22;
    private static final double BELOW_LINK = 0.9;
    private static final double WIDEST = 1024;
    /** How near to the ends of what is tried a factor is none that was found. */
    private static final double NEAREST = 1.1;

    private static final double NEAR = 1e-3;
    /** Clocks and counts of tools are off by as much. */
    private static final double CLOCKS = 1.01;

    private static final List<Double> LINKS = List.of(10.0, 25.0, 40.0, 50.0, 56.0, 100.0, 200.0, 400.0, 800.0);
    private static final List<String> SERVING = List.of("engineRequestNs", "engineServeNs", "engineResponseNs");
    private static final List<String> SENDING = List.of("engineSendNs", "engineReceiveNs");
    private static final String SHARES = "shares as in the sheet that it extends";
    private static final List<String> CROSSING = List.of("hostToNicNs", "hostReadNs", "nicToHostNs");

    private final Bench bench;
    private final List<Measured> measured;
    private final Map<String, Setting<?>> settings;
    private final Map<String, Double> base;
    private final Map<String, Derived> derived = new LinkedHashMap<>();
    private final Map<Measured, String> uses = new LinkedHashMap<>();
    private final Consumer<String> progress;

    /**
     * A sheet to be found.
     *
     * @param settings the parameters of such sheets, by name
     * @param base the numbers of the sheet that it begins from
     * @param progress told what is being found
     */
    RdmaSheet(
            Bench bench,
            List<Measured> measured,
            Map<String, Setting<?>> settings,
            Map<String, Double> base,
            Consumer<String> progress) {
        this.bench = bench;
        this.measured = measured;
        this.settings = settings;
        this.base = base;
        this.progress = progress;
    }

    /**
     * Finds all that can be found.
     *
     * @throws RefusedException if something that was measured would take a number that no sheet may have
     */
    List<Derived> find() {
        link();
        for (int round = 0; round < ROUNDS; round++) {
            rate(each -> each.threads() == 1, Operation.READ, Operation.WRITE, Operation.SEND)
                    .ifPresent(each -> solve(each, List.of("cpuPostNs"), "the posting thread's limit"));
            rate(each -> each.threads() > 1, Operation.READ, Operation.WRITE)
                    .ifPresent(each -> solve(each, SERVING, "the NIC's limit; " + SHARES));
            rate(each -> each.threads() > 1, Operation.SEND)
                    .ifPresent(each -> solve(each, SENDING, "the NIC's limit; " + SHARES));
            slope().ifPresent(each -> solve(each, List.of("engineByteNs"), "bytes through the NIC"));
            latency().ifPresent(this::latency);
        }
        return List.copyOf(derived.values());
    }

    /** What each thing that was measured was used for; nothing for those that were not. */
    Map<Measured, String> uses() {
        return uses;
    }

    /** All numbers that differ from the base. */
    Map<String, Double> sheet() {
        Map<String, Double> sheet = new LinkedHashMap<>();
        derived.forEach((name, each) -> sheet.put(name, each.value()));
        return sheet;
    }

    private double now(String parameter) {
        return derived.containsKey(parameter) ? derived.get(parameter).value() : base.get(parameter);
    }

    private void derive(String parameter, double value, Measured from, String how) {
        Setting<?> setting = settings.get(parameter);
        boolean much = value > setting.max();
        if (much || value < setting.min()) {
            throw new RefusedException(from.source() + " would take a " + parameter + " of " + Figures.cell(value) + " "
                    + setting.unit() + ", and " + Figures.cell(much ? setting.max() : setting.min()) + " is the "
                    + (much ? "most" : "least") + "; is its unit right?");
        }
        derived.put(parameter, new Derived(parameter, value, from.source() + "; " + how));
        uses.merge(from, parameter, (before, more) -> before.contains(more) ? before : before + ", " + more);
    }

    // The link.

    /** From large operations, and from whatever else the base's link would not carry. */
    private void link() {
        double usable = now("linkGbps") * now("linkUsable");
        measured.stream()
                .filter(each -> each.metric() != Metric.LATENCY && each.operation() != Operation.PACKET)
                .filter(each ->
                        each.metric() == Metric.BANDWIDTH && each.bytes() >= LARGE_BYTES || wireGbps(each) > usable)
                .max(Comparator.comparingDouble(this::wireGbps))
                .ifPresent(this::link);
    }

    /** What it puts on the link, frames included. */
    private double wireGbps(Measured of) {
        double packets = Math.max(1, Math.ceil(of.bytes() / now("mtuBytes")));
        double perSecond = of.metric() == Metric.RATE ? of.value() : of.value() / 8 / of.bytes();
        return perSecond * 8 * (of.bytes() + packets * now("frameBytes")) / 1e9;
    }

    private void link(Measured most) {
        progress.accept("the link");
        double usableGbps = wireGbps(most);
        double linkGbps = Stream.concat(Stream.of(now("linkGbps")), LINKS.stream())
                .filter(rate -> rate * CLOCKS >= usableGbps)
                .findFirst()
                .orElseThrow(() -> new RefusedException(most.place() + ": " + most.shown(most.value())
                        + " is more than any link carries; is its unit right?"));
        derive("linkGbps", linkGbps, most, "the first usual rate that carries it");
        derive("linkUsable", Math.min(1, usableGbps / linkGbps), most, "with frames, as a share of linkGbps");
        if (now("engineByteNs") * usableGbps / 8 > 1) {
            derive("engineByteNs", 0.95 * 8 / usableGbps, most, "so that the NIC keeps up with its link");
        }
    }

    // What is found by running the micro-benchmark.

    /** The highest rate of small operations, of the first of these operations of which there is one. */
    private Optional<Measured> rate(Predicate<Measured> which, Operation... operations) {
        return Stream.of(operations)
                .flatMap(operation -> measured.stream()
                        .filter(each -> each.operation() == operation
                                && each.metric() == Metric.RATE
                                && each.bytes() <= SMALL_BYTES
                                && which.test(each))
                        .max(Comparator.comparingDouble(Measured::value))
                        .stream())
                .findFirst();
    }

    /** The rate of many threads with the largest operations that the link does not limit. */
    private Optional<Measured> slope() {
        return measured.stream()
                .filter(each -> each.metric() == Metric.RATE
                        && each.operation() == Operation.READ
                        && each.threads() > 1
                        && each.bytes() > SMALL_BYTES
                        && wireGbps(each) < BELOW_LINK * now("linkGbps") * now("linkUsable"))
                .max(Comparator.comparingInt(Measured::bytes));
    }

    /** The shortest of a READ, else of something that goes one way. */
    private Optional<Measured> latency() {
        return Stream.of(Operation.READ, Operation.WRITE, Operation.SEND)
                .flatMap(operation -> measured.stream()
                        .filter(each -> each.operation() == operation
                                && each.metric() == Metric.LATENCY
                                && each.bytes() <= SMALL_BYTES)
                        .min(Comparator.comparingDouble(Measured::value))
                        .stream())
                .findFirst();
    }

    /** What the model makes of something with other numbers than the base's; NaN if nothing tells. */
    double model(Measured of, Map<String, Double> sheet) {
        if (Bench.runs(of)) {
            return bench.measure(of, sheet);
        }
        Map<String, Double> all = new LinkedHashMap<>(base);
        all.putAll(sheet);
        return Sums.covers(of) ? Sums.measure(of, all) : Double.NaN;
    }

    /** Whether there is such a factor. */
    private boolean solve(Measured of, List<String> parameters, String how) {
        progress.accept(String.join(", ", parameters));
        Map<String, Double> before = parameters.stream().collect(Collectors.toMap(name -> name, this::now));
        double factor = root(
                each -> with(parameters, each, before),
                sheet -> model(of, sheet),
                of.value(),
                of.metric() == Metric.LATENCY);
        if (factor * NEAREST > WIDEST || factor * WIDEST < NEAREST) {
            uses.put(of, "not used: whatever " + String.join(", ", parameters) + " is, something else is the limit");
            return false;
        }
        parameters.forEach(name -> derive(name, before.get(name) * factor, of, how));
        return true;
    }

    private Map<String, Double> with(List<String> parameters, double factor, Map<String, Double> before) {
        Map<String, Double> sheet = sheet();
        parameters.forEach(name -> sheet.put(name, Math.min(settings.get(name).max(), before.get(name) * factor)));
        return sheet;
    }

    /**
     * The factor on costs with which the benchmark measures a value: rates fall as costs rise, latencies rise. Where no
     * factor does, since something else is the limit, the one that comes nearest.
     */
    private static double root(
            DoubleFunction<Map<String, Double>> sheets,
            ToDoubleFunction<Map<String, Double>> measure,
            double wanted,
            boolean rising) {
        double low = 1 / WIDEST;
        double high = WIDEST;
        for (int step = 0; step < STEPS && high / low > 1 + NEAR; step++) {
            double middle = Math.sqrt(low * high);
            boolean tooMuch = measure.applyAsDouble(sheets.apply(middle)) > wanted;
            if (tooMuch == rising) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Math.sqrt(low * high);
    }

    /**
     * The NIC's pipelines take what PCIe, link and CPU leave; where they leave less than nothing, those are shorter.
     */
    private void latency(Measured of) {
        progress.accept("pipelineNs");
        Map<String, Double> none = sheet();
        none.put("pipelineNs", 0.0);
        double without = model(of, none);
        if (without <= of.value()) {
            int pipelines = of.operation() == Operation.READ ? 4 : 2;
            derive("pipelineNs", (of.value() - without) / pipelines, of, "it passes " + pipelines + " pipelines");
            return;
        }
        derive("pipelineNs", 0, of, "PCIe and wire alone take longer");
        List<String> ways =
                Stream.concat(CROSSING.stream(), Stream.of("oneWayNs")).toList();
        if (!solve(of, ways, SHARES)) {
            derived.remove("pipelineNs");
        }
    }
}
