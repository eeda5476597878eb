/**
 * TicToc: a transaction's timestamp follows from what it read and writes. Entry type: {@code TicToc}. A
 * {@code StampServer} and the transactions of a host thread belong to that thread; what threads share are the headers
 * and records in their node's regions.
 */
package com.example.tictoc;
