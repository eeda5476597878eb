/**
 * What SW-Impl, HADES and HADES-H pay on a core, and how that is counted: costs of software
 * ({@link org.breadboard.proto.hades.cost.SoftwareCosts}, HADES Fig. 3), CPU time by category
 * ({@link org.breadboard.proto.hades.cost.CpuTime}), phases of committed attempts
 * ({@link org.breadboard.proto.hades.cost.PhaseTimes}, HADES Fig. 10). One stage's thread each.
 */
package org.breadboard.proto.hades.cost;
