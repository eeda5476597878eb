/**
 * What SW-Impl keeps in case a machine crashes, and what recovery makes of it: commit records in
 * {@link org.breadboard.proto.hades.sw.recovery.CommitLog} and
 * {@link org.breadboard.proto.hades.sw.recovery.SwRecovery}.
 */
package org.breadboard.proto.hades.sw.recovery;
