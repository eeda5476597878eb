/**
 * What HADES keeps in case a machine crashes, and what recovery makes of it (HADES V.A, "Fault-Tolerance and
 * Durability"): temporary durable copies in {@link org.breadboard.proto.hades.hades.recovery.CopyLog}, each write as a
 * {@link org.breadboard.proto.hades.hades.recovery.KeptWrite}, and
 * {@link org.breadboard.proto.hades.hades.recovery.HadesRecovery}.
 */
package org.breadboard.proto.hades.hades.recovery;
