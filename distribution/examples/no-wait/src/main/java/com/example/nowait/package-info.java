/**
 * Two-phase locking with NO_WAIT. Entry type: {@code NoWait}. A {@code LockServer} and the transactions of a host
 * thread belong to that thread; what threads share are the headers and records in their node's regions.
 */
package com.example.nowait;
