/**
 * One run, from a resolved mix to a verified result: the cluster is built, driven, brought to rest and checked. Entry
 * type: {@link org.breadboard.platform.run.Runner}. Single-threaded, but for the runtime's own threads; while a history
 * is taken these stand still.
 */
package org.breadboard.platform.run;
