/**
 * Calvin: transactions are put in one sequence before they execute, and locked in its order. Entry type:
 * {@code Calvin}. A {@code SequencedServer}, a {@code Sequencer} and the transactions of a host thread belong to that
 * thread; what threads share are headers and records, submissions and the table of locks in their node's regions.
 */
package com.example.calvin;
