/**
 * The data store of Xenic 4.1 and the two tables that its Table 2 compares it with, as
 * {@link org.breadboard.api.store.StoreType}s. The entry is
 * {@link org.breadboard.proto.xenic.store.RobinHoodStoreType}. Geometry is immutable and shared; who may touch a
 * region's bytes at the same time is said by each store. Cursors belong to one thread.
 */
package org.breadboard.proto.xenic.store;
