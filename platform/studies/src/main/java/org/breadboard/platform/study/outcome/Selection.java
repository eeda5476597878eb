// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.outcome;

/**
 * A figure at some points of a sweep.
 *
 * @param sweep the sweep's name
 * @param filter which of its points
 * @param figure a figure's name, or a numeric key
 */
public record Selection(String sweep, Filter filter, String figure) {
    @Override
    public String toString() {
        return sweep + (filter.wanted().isEmpty() ? "" : filter);
    }
}
