// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.proto.xenic.store.RemoteCursor;

/** Lookups with nothing known but the geometry: a client across RDMA. */
final class PlainSource implements LookupSource {
    private final RemoteCursor cursor;

    PlainSource(Store store) {
        cursor = (RemoteCursor) store.cursor();
    }

    @Override
    public Cursor.State find(long key) {
        return cursor.find(key);
    }

    /** There is no hint: what is read is a bucket or a neighbourhood. */
    @Override
    public int objectsByOwnPlace() {
        return cursor.objects();
    }

    @Override
    public RemoteCursor cursor() {
        return cursor;
    }
}
