/**
 * The MICA store of FaSST 5: associative main buckets with chains of overflow buckets. Entry type:
 * {@link org.breadboard.proto.fasst.mica.MicaStoreType}. Geometry is immutable; the bytes are shared by all threads of
 * a node under the rule that {@link org.breadboard.proto.fasst.mica.MicaStore} states.
 */
package org.breadboard.proto.fasst.mica;
