// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

/**
 * A drawing that is done.
 *
 * @param height of all of it
 * @param x where numbers of its x axis are
 * @param y where numbers of its y axis are
 */
record Drawn(double height, Scale x, Scale y) {}
