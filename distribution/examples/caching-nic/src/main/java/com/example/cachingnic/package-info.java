/**
 * A NIC with datagrams that keeps records in its own memory. The entry is
 * {@link com.example.cachingnic.CachingNicPlugin}. A port and a queue of questions belong to the thread of their stage;
 * hops are called by any thread that serves the node, but those at the NIC's memory by one.
 */
package com.example.cachingnic;
