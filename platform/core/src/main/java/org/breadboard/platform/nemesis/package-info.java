/**
 * Faults on purpose: {@link org.breadboard.platform.nemesis.Faults} says which a mix asks for, and
 * {@link org.breadboard.platform.nemesis.Nemesis} when, and whom, they strike. What they strike, network and stages,
 * asks it. Depends on nothing of the platform.
 */
package org.breadboard.platform.nemesis;
