/**
 * Hardware for transactions that is made of Bloom filters (HADES, sections IV and V). The entry is
 * {@link org.breadboard.hw.htmbloom.HtmBloomPlugin}. It is used while mixes are assembled; any thread.
 *
 * <pre>
 *   node ──▶ nic ──▶ tracker, verbs ──▶ directory ──▶ filter, wire ──▶ cache
 *   bench ──▶ filter ──▶ cache
 * </pre>
 *
 * <p>Each package knows only what is on its right: {@code node} puts a node's hardware together, {@code nic} and
 * {@code tracker} serve transactions of other nodes and of its own, {@code directory} knows which of them conflict, and
 * {@code bench} measures the filters alone.
 */
package org.breadboard.hw.htmbloom;
