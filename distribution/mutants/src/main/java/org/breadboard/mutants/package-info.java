/**
 * Plants faults into the program, one at a time, and asks which checks find them. The entry is
 * {@link org.breadboard.mutants.Mutants}; {@code distribution/mutants/set} has the faults. A tool of contributors: part
 * of no distribution. Mutants run in processes of their own, several at a time.
 */
package org.breadboard.mutants;
