/**
 * One-sided verbs of an off-path SmartNIC ({@link org.breadboard.hw.smartnic.verbs.OffPathVerbs}), asked for by host
 * threads and cores alike.
 *
 * <p>A queue pair belongs to the thread of its stage. Live, its requests are executed by one thread that serves the
 * target.
 */
package org.breadboard.hw.smartnic.verbs;
