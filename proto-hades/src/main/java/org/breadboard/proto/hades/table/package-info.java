/**
 * Tables of records as SW-Impl, HADES and HADES-H share them: images of what is there in the beginning, the copies that
 * a node has, the index that maps a key to the place of its record, and what a thread pays for its memory. Entry types:
 * {@link org.breadboard.proto.hades.table.RunTables} for a run, {@link org.breadboard.proto.hades.table.NodeTables} for
 * a node, {@link org.breadboard.proto.hades.table.ThreadTables} for a thread.
 *
 * <p><b>Places are for ever.</b> Every key that the population names as a candidate has a place from the beginning,
 * whether or not its record exists initially. Whether it exists is a word of the record, so it is read, written,
 * tracked and validated like the value: an insert conflicts with whoever has seen that the record is missing, and there
 * are no phantoms. The index is therefore never written during a run, and its own nodes never enter read sets, write
 * sets or Bloom filters, whatever the kind of store: no conflict is possible on them. They are still loaded through the
 * caches, and paid for. A key that is no candidate has no record for ever, and a write to it is refused. Each node has
 * its own copy of each index, so finding a record on another node costs no message; HADES's paper does not say how its
 * stores do this.
 *
 * <p>Ordered tables are {@link org.breadboard.kit.table.LocalTable}s, used by the threads of their primary only.
 *
 * <p>Images are built by the thread that assembles the run and immutable afterwards; {@code NodeTables} are immutable
 * but for the regions' bytes; {@code ThreadTables} and {@code HostMemory} belong to one thread.
 */
package org.breadboard.proto.hades.table;
