/**
 * Tables as regions: what a partition holds in the beginning, and the copies that a node has. Shared by Xenic and the systems
 * that it is compared with. Built by the thread that assembles the run; afterwards each region is as safe as its store.
 */
package org.breadboard.proto.xenic.table;
