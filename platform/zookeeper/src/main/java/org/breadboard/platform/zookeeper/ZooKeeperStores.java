// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import org.breadboard.platform.member.EpochStore;
import org.breadboard.platform.member.EpochStores;

/**
 * Stores of epochs in ZooKeeper, as {@link java.util.ServiceLoader} finds them. Making this object loads no class of
 * ZooKeeper's; its methods do.
 */
public final class ZooKeeperStores implements EpochStores {
    @Override
    public EpochStore embedded(String run) {
        return ZooKeeperEpochs.of(EmbeddedZooKeeper.shared(), run);
    }

    @Override
    public EpochStore alone(String run) {
        return ZooKeeperEpochs.alone(run);
    }

    @Override
    public EpochStore at(String servers, String run) {
        return ZooKeeperEpochs.at(servers, run);
    }

    @Override
    public void check(String servers) {
        ZooKeeperEpochs.check(servers);
    }
}
