// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;

/** The protocols of all tenants in one run. By the thread that assembles the run. */
final class SharedProtocol implements Protocol {
    private final List<SharedProtocols.Tenant> tenants;
    private final SharedWorkload workload;
    private final List<Protocol> protocols;
    private final Map<Class<? extends Capability>, String> takers = new HashMap<>();

    /** {@code protocols} are those of the tenants, in their order. */
    SharedProtocol(List<SharedProtocols.Tenant> tenants, SharedWorkload workload, List<Protocol> protocols) {
        this.tenants = tenants;
        this.workload = workload;
        this.protocols = protocols;
    }

    @Override
    public ProtocolNode build(NodeContext context) {
        List<ProtocolNode> nodes = new ArrayList<>();
        for (int i = 0; i < protocols.size(); i++) {
            SharedProtocols.Tenant tenant = tenants.get(i);
            Protocol protocol = protocols.get(i);
            NodeContext own = new TenantScope(
                    context,
                    new TenantShare(
                            tenant.name(),
                            i,
                            protocols.size(),
                            workload.tenants().get(i).cores()),
                    takers);
            nodes.add(tenant.asked(() -> protocol.build(own)));
        }
        return new Node(nodes);
    }

    /** All protocols' parts of a node. */
    private final class Node implements ProtocolNode {
        private final List<ProtocolNode> nodes;

        Node(List<ProtocolNode> nodes) {
            this.nodes = nodes;
        }

        @Override
        public void records(int copy, RecordVisitor visitor) {
            for (int i = 0; i < nodes.size(); i++) {
                nodes.get(i).records(copy, new Renumbered(visitor, workload.firstTable(i)));
            }
        }

        @Override
        public boolean holds(Commit commit, int access) {
            int tenant = workload.tenantOfCore(commit.thread());
            int thread = workload.threadOfCore(commit.thread());
            return nodes.get(tenant)
                    .holds(new Commit(commit.node(), thread, commit.context(), commit.transaction()), access);
        }

        @Override
        public void interrupted() {
            nodes.forEach(ProtocolNode::interrupted);
        }

        @Override
        public boolean isAtRest() {
            return nodes.stream().allMatch(ProtocolNode::isAtRest);
        }

        @Override
        public Background background() {
            return nodes.stream().map(ProtocolNode::background).reduce(Background.NONE, Background::plus);
        }

        @Override
        public List<String> violations() {
            return said(ProtocolNode::violations);
        }

        @Override
        public List<String> remarks() {
            return said(ProtocolNode::remarks);
        }

        private List<String> said(Function<ProtocolNode, List<String>> sentences) {
            return IntStream.range(0, nodes.size())
                    .boxed()
                    .flatMap(i -> sentences.apply(nodes.get(i)).stream()
                            .map(sentence -> "Tenant '" + tenants.get(i).name() + "': " + sentence))
                    .toList();
        }
    }

    /** Takes a tenant's records under the numbers that its tables have among all. */
    private record Renumbered(ProtocolNode.RecordVisitor to, int firstTable) implements ProtocolNode.RecordVisitor {
        @Override
        public void record(int table, long key, long version, byte[] value, int lengthBytes) {
            to.record(firstTable + table, key, version, value, lengthBytes);
        }

        @Override
        public void parts(int table, long key, long[] versions, byte[] value, int lengthBytes) {
            to.parts(firstTable + table, key, versions, value, lengthBytes);
        }

        @Override
        public boolean wants(Region region, long from, long to) {
            return this.to.wants(region, from, to);
        }
    }
}
