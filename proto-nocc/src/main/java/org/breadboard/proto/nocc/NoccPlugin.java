// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.proto.nocc.program.NoccProgramType;

/** NOCC, its baseline OCC, NOCC with reads from the switch, and their programs for switches. */
@ServiceProvider(Plugin.class)
public final class NoccPlugin implements Plugin {
    /** The plug-in; it has no state. */
    public NoccPlugin() {}

    @Override
    public String id() {
        return "proto-nocc";
    }

    @Override
    public String description() {
        return "NOCC: optimistic transactions that a programmable switch aborts early";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(NoccType.nocc(), NoccType.occ(), NoccType.reads());
    }

    @Override
    public List<PipelineProgramType> programs() {
        return List.of(NoccProgramType.nocc(), NoccProgramType.reads());
    }
}
