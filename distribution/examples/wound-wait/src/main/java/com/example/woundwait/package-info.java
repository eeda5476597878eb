/**
 * Two-phase locking with wound-wait. Entry type: {@code WoundWait}. A {@code LockServer} and the transactions of a host
 * thread belong to that thread; what threads share are records and headers, and the table of locks in their node's
 * regions.
 */
package com.example.woundwait;
