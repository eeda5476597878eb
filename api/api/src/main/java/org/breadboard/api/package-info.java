/**
 * What a plug-in of Breadboard sees. A plug-in implements {@link org.breadboard.api.Plugin} and reads on from there:
 * hardware, stores, protocols and workloads each have a package; all of them build on {@code runtime}, {@code memory}
 * and {@code txn}.
 *
 * <p>Plug-ins see no thread, no clock and no random generator of their own: time, randomness and concurrency come from
 * the runtime that drives them, so the same source runs in virtual time and on real threads.
 */
@Version("0.1.0")
@Export
package org.breadboard.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
