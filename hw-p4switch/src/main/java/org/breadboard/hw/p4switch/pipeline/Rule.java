// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.List;

/**
 * What a stage does with the packets of which some conditions hold.
 *
 * @param conditions all of them
 * @param kind {@link Code#MATCH} or {@link Code#ACCESS}
 * @param body what it does
 */
public record Rule(List<Comparison> conditions, int kind, Code body) {}
