/**
 * An optimistic protocol whose reads ask the NICs' caches first. Entry type: {@code CacheFirst}. A {@code RecordKeeper}
 * and the transactions of a host thread belong to that thread; what threads share are the headers and records in their
 * node's regions, and their NIC.
 */
package com.example.cachefirst;
