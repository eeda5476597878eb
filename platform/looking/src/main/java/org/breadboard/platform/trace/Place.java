// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

/**
 * Where time passes.
 *
 * @param node machines first, then switches; -1 for the network itself
 * @param name unique within its node
 * @param stage whether code runs there; otherwise it is a resource
 */
public record Place(int node, String name, boolean stage) {}
