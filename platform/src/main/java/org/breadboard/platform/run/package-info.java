/**
 * One run, from a resolved mix to a verified result: the cluster is built, driven, brought to rest and checked. Entry type:
 * {@link org.breadboard.platform.run.Runner}. Single-threaded, but for the runtime's own threads.
 */
package org.breadboard.platform.run;
