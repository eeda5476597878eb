/**
 * Transactions that fight over few keys in every way there is, to try protocols with. Entry type:
 * {@link org.breadboard.workloads.contended.Contended}. All but the generators is immutable; a generator belongs to one
 * thread.
 */
package org.breadboard.workloads.contended;
