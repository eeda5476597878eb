// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.durable;

import org.breadboard.api.memory.Region;
import org.breadboard.api.memory.WatchedRegion;

/** A region within a change: what is overwritten goes into the log before. */
final class UndoneRegion extends WatchedRegion {
    private final UndoLog log;

    UndoneRegion(Region region, UndoLog log) {
        super(region);
        this.log = log;
    }

    @Override
    protected void stores(long address) {
        log.overwrites(address, region().getLong(address));
    }
}
