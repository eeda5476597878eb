/**
 * Breadboard's speed beside that of others, on one machine and in one run. Simulators play the same closed loop of
 * packets: {@link org.breadboard.benchmarks.peers.Loop}. Stores run the same transactions of SmallBank:
 * {@link org.breadboard.benchmarks.peers.Bank}. {@link org.breadboard.benchmarks.peers.Peers} calls them in turn, each
 * in a process of its own. Among the tests, so that no jar of Breadboard's asks for a peer.
 */
package org.breadboard.benchmarks.peers;
