/** FaSST: transactions over datagram RPCs. The entry is {@link org.breadboard.proto.fasst.FasstPlugin}. */
package org.breadboard.proto.fasst;
