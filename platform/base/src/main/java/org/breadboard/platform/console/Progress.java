// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

/** Tells a person how far a long piece of work has come. Used by one thread at a time. */
public interface Progress extends AutoCloseable {
    /** Tells nobody. */
    Progress SILENT = (phase, share, rate) -> {};

    /**
     * Says where the work is; cheap enough to call every few milliseconds.
     *
     * @param phase what is being done, for people, for example {@code "measuring"}; {@code ""} where there is one phase
     *     only
     * @param share how much of the phase is done, between 0 and 1; NaN if nobody knows
     * @param rate how fast it goes, for people, for example {@code "1.6 M messages/s"}; {@code ""} says nothing
     */
    void at(String phase, double share, String rate);

    /** Removes what was shown, so that the result stands alone. */
    @Override
    default void close() {}
}
