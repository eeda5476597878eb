// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import org.breadboard.api.observe.AbortReason;

/**
 * Finds through the filters who conflicts with a transaction that has locked its lines, and squashes them (HADES V.A).
 * One thread.
 */
public final class Conflicts {
    private final Directory directory;
    private final RemoteTransactions remotes;

    /** Of this node's transactions and of others' that it knows of. */
    public Conflicts(Directory directory, RemoteTransactions remotes) {
        this.directory = directory;
        this.remotes = remotes;
    }

    /**
     * Squashes whoever conflicts with a transaction that has the directory's lock.
     *
     * @param written the lines that it writes here
     * @param read null, or lines that it is going to read: whoever writes them is squashed too (HADES VI)
     */
    public void detect(int self, LineList written, LineList read) {
        detect(directory.others(), self, written, read);
        detect(directory.own(), self, written, read);
    }

    /**
     * The same for one of this node's transactions whose stores were watched. Those that conflict with it on this node
     * were found when they accessed the line (Table II, "Local Read/Write"), so only other nodes' are left.
     */
    public void detectOthers(int self, LineList written) {
        detect(directory.others(), self, written, null);
    }

    private void detect(FilterPairs bank, int self, LineList written, LineList read) {
        // Whoever gets this far asks for the first time.
        directory.tally().again(false);
        for (int i = 0; i < written.size(); i++) {
            squashClaimants(bank, written.get(i), self, true);
        }
        for (int i = 0; read != null && i < read.size(); i++) {
            squashClaimants(bank, read.get(i), self, false);
        }
    }

    private void squashClaimants(FilterPairs bank, long line, int self, boolean readers) {
        for (int pair = bank.nextWriter(0, line); pair != FilterPairs.NONE; pair = bank.nextWriter(pair + 1, line)) {
            squash(bank, pair, self);
        }
        if (readers) {
            for (int pair = bank.nextReader(0, line);
                    pair != FilterPairs.NONE;
                    pair = bank.nextReader(pair + 1, line)) {
                squash(bank, pair, self);
            }
        }
    }

    private void squash(FilterPairs bank, int pair, int self) {
        int owner = bank.owner(pair);
        if (owner == self) {
            return;
        }
        if (bank == directory.own()) {
            OwnTransaction other = directory.ownTransaction(owner);
            // Who holds its lines by address is claimed here by its filters, and falsely.
            if (!other.hasLockedFirst()) {
                other.squashedByOther(directory.squashes().byCommit(), AbortReason.SQUASHED);
            }
        } else {
            remotes.squash(remotes.get(owner));
        }
    }
}
