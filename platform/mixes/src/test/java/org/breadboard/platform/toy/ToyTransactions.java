// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;

/** A protocol that can be chosen, and no more. */
final class ToyTransactions implements ProtocolType {
    private static final Setting<Boolean> BATCHING = Setting.flag("batching", true, "whether it batches");
    private static final Setting<Long> TIMEOUT_US =
            Setting.integer("timeoutUs", "us", 100, 1, 1000, "when it gives up");
    private static final Setting<Double> SHARE = Setting.number("share", "", 0.5, 0, 1, "a share");

    private final String id;
    private final boolean modest;
    private final UnaryOperator<ProtocolTraits> more;

    ToyTransactions(String id, boolean modest, UnaryOperator<ProtocolTraits> more) {
        this.id = id;
        this.modest = modest;
        this.more = more;
    }

    /** What no hardware offers. */
    interface Magic extends Capability {}

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return "transactions, in name only";
    }

    @Override
    public ProtocolTraits traits() {
        return more.apply(ProtocolTraits.promising(Promise.SERIALIZABLE).tolerating(Fault.LOSS));
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(BATCHING, TIMEOUT_US, SHARE);
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Set.of(modest ? ToyHardware.PassesToys.class : Magic.class);
    }

    @Override
    public int maxValueBytes() {
        return 100;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        throw new IllegalStateException("nobody runs this");
    }
}
