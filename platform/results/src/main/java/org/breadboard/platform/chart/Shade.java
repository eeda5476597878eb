// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

/**
 * A part of a plot's x axis that is shaded behind the lines.
 *
 * @param name why; shades of one name look alike, and the legend explains them
 * @param from where it begins
 * @param to where it ends
 */
public record Shade(String name, double from, double to) {}
