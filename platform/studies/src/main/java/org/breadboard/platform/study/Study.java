// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.study.formula.Expression;

/**
 * A study as its file says it.
 *
 * @param folder what paths among its values are relative to
 * @param parallel how many points may run at a time; 0 for as many as the machine has cores, at most what its memory
 *     bears
 * @param sweeps in the order of the file
 * @param claims in the order of the file
 * @param vary which assumptions are varied, or null
 */
public record Study(
        String name, String description, Path folder, int parallel, List<Sweep> sweeps, List<Claim> claims, Vary vary) {
    /** The same with so many seeds for every point. */
    public Study repeated(int seeds) {
        return new Study(
                name,
                description,
                folder,
                parallel,
                sweeps.stream().map(sweep -> sweep.repeated(seeds)).toList(),
                claims,
                vary);
    }

    /**
     * Assumptions that are varied, one at a time: every number of kind <i>assumed</i> of the data sheets that a point
     * runs on, and some more.
     *
     * @param factors by which each is multiplied
     * @param sheets whether what data sheets assume is varied
     * @param also keys of numbers that are assumed and stand in no data sheet
     */
    public record Vary(List<Double> factors, boolean sheets, List<String> also) {}

    /**
     * Points that differ in the values of some keys.
     *
     * @param repeat seeds per point
     * @param timeoutSeconds how long a point may take
     * @param heapMb the heap of a point's JVM
     * @param stretch how many times longer than its mix says a simulated point may be measured, until its rate is
     *     steady
     * @param compiler what a simulated point is compiled with
     * @param plot what to draw, or null
     */
    public record Sweep(
            String name,
            String mix,
            List<Point> points,
            int repeat,
            int timeoutSeconds,
            int heapMb,
            int stretch,
            Compiler compiler,
            Plot plot) {
        /** The same with so many seeds for every point. */
        Sweep repeated(int seeds) {
            return new Sweep(name, mix, points, seeds, timeoutSeconds, heapMb, stretch, compiler, plot);
        }
    }

    /** What a simulated point is compiled with. Its figures do not depend on it. */
    public enum Compiler {
        /** The first compiler alone: the less CPU in all, up to some tens of seconds of simulating in one JVM. */
        FIRST_TIER,
        /** Both compilers, for points that simulate for longer, or of which a JVM runs a hundred. */
        FULL
    }

    /**
     * One point.
     *
     * @param parameters what distinguishes it within its sweep, by key; {@code case} for a case
     * @param sets {@code key=value} over the mix
     */
    public record Point(Map<String, String> parameters, List<String> sets) {}

    /**
     * A drawing.
     *
     * @param x a key or a figure
     * @param ys figures
     * @param series keys whose values make lines of their own
     * @param title what stands above it, or {@code ""} for the sweep's name
     * @param log the axes that are logarithmic, of {@code x} and {@code y}
     */
    public record Plot(String x, List<String> ys, List<String> series, String title, List<String> log) {}

    /**
     * A figure that is computed from points.
     *
     * @param id as in the table of published figures, where it stands there
     * @param published the row of that table, or the study's own words, without a figure
     */
    public record Claim(String id, Expression expression, PublishedFigure published) {}
}
