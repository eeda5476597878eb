/**
 * What all that a SmartNIC does shares: the numbers of its data sheet
 * ({@link org.breadboard.hw.smartnic.nic.NicParameters}), and what its packets look like and where they enter it.
 * Depends on no other package of the module.
 *
 * <p>Immutable or without state, but for the cost of fetching descriptors: only virtual time asks for that, and that is
 * one thread.
 */
package org.breadboard.hw.smartnic.nic;
