package com.example.plainnic;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.workloads.WorkloadsPlugin;

/** A protocol keeps its promises on this hardware. */
class FasstOnPlainNicTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return List.of(new PlainNicPlugin(), new FasstPlugin(), new WorkloadsPlugin());
    }

    @Override
    protected String protocol() {
        return "fasst";
    }

    @Override
    protected String profile() {
        return "plain-nic-25g";
    }

    @Override
    protected List<String> workloads() {
        return List.of("smallbank");
    }
}
