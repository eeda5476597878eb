// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.cluster.ClusterObserver;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.load.WatchedClients;
import org.breadboard.platform.runtime.Engine;

/**
 * Looks at all copies of all records, again and again while transactions are reported in virtual time, for one whose
 * version has gone back: a backup that applied an older write over a newer one, whatever it holds in the end. A version
 * that records share rises with writes of others, too, but no copy's falls. Tables with more than {@value #MOST_ITEMS}
 * copies of items are left out. A configuration after a crash may take back what was applied and not committed, so
 * nothing is looked at until it has recovered, and then all anew. The threads that run machines count what is reported
 * on them; all else is for the thread that controls the run.
 */
public final class CopyWatch implements ClusterObserver {
    /** Above this a look would take longer than a few thousand transactions, and remember more than a run holds. */
    static final long MOST_ITEMS = 1 << 16;

    /** So many items are visited for each transaction, in the long run. */
    private static final int ITEMS_PER_COMMIT = 16;

    private static final int LEAST_COMMITS = 16;
    /** Sentences that are kept; one mistake shows in many records. */
    private static final int MOST = 5;

    private final List<String> violations = new ArrayList<>();
    private List<ProtocolNode> nodes = List.of();
    private Placement placement;
    private List<TableSpec> tables;
    private Items items;
    /** The latest version of each item, by node and table; null for a table that is left out. */
    private LatestVersions[][] latest;

    private long interval;
    private long left = Long.MAX_VALUE;
    private final Engine engine;
    /** By stage that has clients: how many committed in this window. */
    private final List<Commits> inWindow = new ArrayList<>();
    /** How many of these are of the cluster that was built last. */
    private int built;

    /** Of a run that is still to be built, on this engine. */
    public CopyWatch(Engine engine) {
        this.engine = engine;
        engine.atWindowEnd(this::windowEnded);
    }

    /** What was found, one sentence each. */
    public List<String> violations() {
        return violations;
    }

    /**
     * Begins to look at those tables of the cluster that was built last that are small enough.
     *
     * @param of its tables, by their numbers
     * @param counts what it has versions of
     */
    public void begin(List<TableSpec> of, Items counts) {
        tables = of;
        items = counts;
        long copies = 0;
        boolean[] small = new boolean[tables.size()];
        boolean any = false;
        for (TableSpec table : tables) {
            long its = table.capacity() * items.perRecord(table.id()) * placement.replicas();
            small[table.id()] = its <= MOST_ITEMS;
            any |= small[table.id()];
            copies += its;
        }
        if (!any) {
            return;
        }
        latest = new LatestVersions[nodes.size()][tables.size()];
        for (LatestVersions[] ofNode : latest) {
            Arrays.setAll(ofNode, table -> small[table] ? new LatestVersions() : null);
        }
        // Who visits records visits those of tables that are left out, too.
        interval = Math.max(LEAST_COMMITS, copies / ITEMS_PER_COMMIT);
        left = interval;
    }

    @Override
    public TransactionSource clients(
            int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
        Commits counted = new Commits(clients);
        inWindow.add(counted);
        return counted;
    }

    @Override
    public void built(Protocol protocol, List<ProtocolNode> all, Placement where) {
        inWindow.subList(0, built).clear();
        built = inWindow.size();
        nodes = all;
        placement = where;
        left = Long.MAX_VALUE;
    }

    @Override
    public void recovered() {
        if (latest != null && violations.isEmpty()) {
            for (LatestVersions[] ofNode : latest) {
                Arrays.stream(ofNode).filter(Objects::nonNull).forEach(LatestVersions::clear);
            }
            left = interval;
        }
    }

    /** Where machines run apart, all that committed in a window counts when it has ended, and then is looked. */
    private void windowEnded(long lastNs) {
        if (left == Long.MAX_VALUE) {
            return;
        }
        for (Commits commits : inWindow) {
            left -= commits.count;
            commits.count = 0;
        }
        if (left <= 0) {
            look(lastNs);
        }
    }

    private final class Commits extends WatchedClients {
        private long count;

        Commits(TransactionSource clients) {
            super(clients);
        }

        @Override
        public void committed(Step step, int context) {
            if (engine.isInWindow()) {
                count++;
            } else if (--left == 0) {
                look(step.nowNs());
            }
            super.committed(step, context);
        }
    }

    private void look(long nowNs) {
        for (int node = 0; node < latest.length; node++) {
            ProtocolNode.RecordVisitor rows = items.rows(seenAt(node, nowNs));
            for (int partition = 0; partition < placement.partitions(); partition++) {
                if (placement.copy(partition, node) >= 0) {
                    nodes.get(node).records(partition, rows);
                }
            }
        }
        left = violations.isEmpty() ? interval : Long.MAX_VALUE;
    }

    private Items.Row seenAt(int node, long nowNs) {
        return (table, item, version, hash) -> {
            if (latest[node][table] == null) {
                return;
            }
            long before = latest[node][table].put(item, version);
            if (version < before && violations.size() < MOST) {
                violations.add(
                        "Node " + node + "'s copy of " + tables.get(table).name() + "["
                                + items.name(table, item) + "] had version " + before + ", and at " + nowNs
                                + " ns it has version " + version + ".");
            }
        };
    }
}
