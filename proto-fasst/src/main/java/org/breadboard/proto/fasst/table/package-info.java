/**
 * What a node does for requests to its tables and its log (FaSST 5):
 * {@link org.breadboard.proto.fasst.table.TableService} says what is done, wherever it runs;
 * {@link org.breadboard.proto.fasst.table.TableHandler} does it on a host thread. Each object belongs to one thread;
 * the header words, and the records under them, are all threads'.
 */
package org.breadboard.proto.fasst.table;
