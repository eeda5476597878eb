/**
 * A NIC with datagrams, which tells how many it still has to send. The entry is
 * {@link com.example.plainnic.PlainNicPlugin}. A port belongs to the thread of its
 * stage; hops are called by any thread that serves the node.
 */
package com.example.plainnic;
