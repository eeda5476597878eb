// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;

/** A protocol with clients on machines of their own, whose packets a toy program can judge. */
final class ToyRemote implements ProtocolType {
    private final String id;
    private final String program;

    ToyRemote(String id, String program) {
        this.id = id;
        this.program = program;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return "remote transactions, in name only";
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.SERIALIZABLE).withClientsApart().withPackets("toys", program);
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Set.of(ToyHardware.PassesToys.class);
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
