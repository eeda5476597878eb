/**
 * The part of Xenic's data store that is in the NIC's memory (Xenic 4.1.3): an index that caches records, holds locks
 * and knows where in the host's table a record is to be looked for. Used by all cores of one NIC at once.
 */
package org.breadboard.proto.xenic.index;
