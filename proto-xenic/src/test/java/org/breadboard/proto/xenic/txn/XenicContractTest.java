package org.breadboard.proto.xenic.txn;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.workloads.WorkloadsPlugin;

/** What every protocol must do, on LiquidIO 3. TATP inserts and deletes. */
class XenicContractTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        return List.of(new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin());
    }

    @Override
    protected String protocol() {
        return "xenic";
    }

    @Override
    protected List<String> workloads() {
        return List.of("smallbank", "object-store", "tatp", "retwis");
    }

    @Override
    protected String profile() {
        return "liquidio3";
    }
}
