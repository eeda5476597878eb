/**
 * Snapshot isolation over RPCs. Entry type: {@code Snapshot}. A {@code VersionServer} and the transactions of a host
 * thread belong to that thread; what threads share are headers and records, old versions and the clock in their node's
 * regions.
 */
package com.example.snapshot;
