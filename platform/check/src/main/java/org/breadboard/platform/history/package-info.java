/**
 * The model of a history of transactions: what recording, files and checks share.
 *
 * <pre>
 *   stage 1 ── HistoryRecorder ─┐ chunks                    ┌─ HistoryChecker          after a run
 *   stage 2 ── HistoryRecorder ─┼────────▶ HistorySink ─────┼─ WindowedHistoryChecker  beside a long run
 *   stage n ── HistoryRecorder ─┘  memory, file, slice      └─ ElleExport              for Jepsen's Elle
 *
 *   recording ──┐                                 ┌──▶ verdict
 *   files ──────┼──▶ history (this package) ◀── checking
 *                                                 └──▶ graph
 * </pre>
 *
 * <p><b>Purpose.</b> Each attempt at a transaction leaves one record of little-endian 64-bit words
 * ({@link org.breadboard.platform.history.HistoryCodec}): which versions and values it read and installed, when it
 * began and completed, and how it ended. From these records the checker builds Adya's direct serialization graph, and
 * its verdict is whether the run was serializable, strictly so if asked, lost no committed write, and left equal
 * replicas.
 *
 * <p><b>Entry types.</b> {@link org.breadboard.platform.history.HistoryChunk} carries records,
 * {@link org.breadboard.platform.history.TransactionView} shows one,
 * {@link org.breadboard.platform.history.HistorySource} all of them.
 *
 * <p><b>What versions mean.</b> A version is a number that grows with each install under the header of a key. Several
 * keys may share one header (a FaSST bucket), so the versions of one key grow with gaps. A read of version v comes from
 * the committed install of that key with the greatest version not above v, or else from the initial state. Versions are
 * never trusted alone: the hash of the value ({@link org.breadboard.platform.history.ValueHash}) must agree too.
 *
 * <p><b>Threading.</b> A chunk has one owner at any time. Nothing here reads a clock or starts a thread.
 */
package org.breadboard.platform.history;
