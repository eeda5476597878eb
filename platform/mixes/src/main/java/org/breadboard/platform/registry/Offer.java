// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

/**
 * One thing that a plug-in offers, with its id and description as they were when the plug-in was examined.
 *
 * @param id the id in mixes, unique among what is installed
 * @param description one line for lists
 * @param type the plug-in's own object
 * @param <T> the kind: hardware, store, protocol or workload
 */
public record Offer<T>(String id, String description, T type) {}
