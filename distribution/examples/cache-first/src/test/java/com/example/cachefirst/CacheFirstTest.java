package com.example.cachefirst;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.PlantedFault;
import org.breadboard.testkit.ProtocolContract;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** On the NIC whose capability it asks for, with FaSST's MICA tables. */
class CacheFirstTest extends ProtocolContract {
    @Override
    protected List<Plugin> plugins() {
        Plugin nic = TestParts.plugin("caching-nic");
        return List.of(new CacheFirstPlugin(), nic, new FasstPlugin(), new WorkloadsPlugin());
    }

    @Override
    protected String protocol() {
        return "cache-first";
    }

    @Override
    protected String profile() {
        return "caching-nic-40g";
    }

    @Override
    protected List<String> workloads() {
        return List.of("smallbank", "tatp", "ycsb", "object-store", "retwis");
    }

    private TestMix mix(String workload) {
        return TestMix.of(plugins(), profile(), protocol(), workload);
    }

    @Test
    void shouldBeFoundOutIfItBelievesCaches() {
        TestMix broken = mix("contended").protocol("breakage", "believe-caches");
        PlantedFault.assertFound("believe-caches", broken, mix("contended"));
    }

    /** Few keys, so that others have read them before; a cache without room for two of them is of little use. */
    @Test
    void shouldReadFromCachesThatForget() {
        TestOutcome roomy = mix("contended").workload("keys", 64).runVerified(1);
        assertTrue(roomy.counters().get("caching-nic.hits") > roomy.checked() / 4, roomy.counters().toString());
        TestMix mix = mix("ycsb").hardware("cacheKiB", 64).hardware("slotBytes", 4096).measureUs(1000);
        TestOutcome small = mix.runVerified(1);
        assertTrue(small.counters().get("caching-nic.evictions") > 10, small.counters().toString());
    }
}
