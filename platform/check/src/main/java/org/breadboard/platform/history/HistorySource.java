// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.function.Consumer;

/** A finished history that can be read, from its first chunk, any number of times. */
@FunctionalInterface
public interface HistorySource {
    /**
     * Shows every chunk, in the order in which they were handed over.
     *
     * @param visitor called for each chunk, which it must not keep or change
     * @throws HistoryFormatException if the history is damaged
     */
    void forEachChunk(Consumer<HistoryChunk> visitor);

    /**
     * Shows every record.
     *
     * @param visitor called for each record with one and the same flyweight
     * @throws HistoryFormatException if the history is damaged
     */
    default void forEach(Consumer<TransactionView> visitor) {
        TransactionView view = new TransactionView();
        forEachChunk(chunk -> {
            for (int at = 0; at < chunk.lengthWords(); ) {
                at = view.wrap(chunk.words(), at, chunk.lengthWords());
                visitor.accept(view);
            }
        });
    }
}
