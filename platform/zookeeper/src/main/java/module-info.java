/** Agreement on epochs in ZooKeeper, as a service. */
module org.breadboard.platform.zookeeper {
    requires org.breadboard.platform.core;
    requires org.apache.zookeeper;
    requires org.slf4j;

    provides org.breadboard.platform.member.EpochStores with
            org.breadboard.platform.zookeeper.ZooKeeperStores;
}
