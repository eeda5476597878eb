// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

/** What a lookup in a table waits for. */
public enum Lookups {
    /**
     * Two lines: the bucket's, which is fetched for all requests of a poll before the first one is served, and the
     * value's, when its request is served (FaSST's public source: {@code prefetch_mica} of {@code poll_comps}).
     */
    PREFETCHED,
    /** One access to memory. */
    ONE_MISS
}
