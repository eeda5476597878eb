/**
 * SW-Impl, HADES's software baseline: FaRM's protocol with four optimisations (HADES II, III). Entry type:
 * {@link org.breadboard.proto.hades.sw.SwType}; from there {@code SwNode} has an {@code SwThread} for each host thread,
 * whose {@code SwTransaction}s are its contexts. {@link org.breadboard.proto.hades.cost.SoftwareCosts} and
 * {@link org.breadboard.proto.hades.cost.CpuTime} say what the software's work costs and where the time goes (HADES
 * Table I, Fig. 3), for SW-Impl and for HADES-H's local part.
 *
 * <p>A thread's state is its own. What threads share are records, locked by compare-and-set on their header words.
 */
package org.breadboard.proto.hades.sw;
