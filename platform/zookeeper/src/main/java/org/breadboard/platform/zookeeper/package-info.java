/**
 * Agreement on epochs in ZooKeeper, over Apache Curator. {@link org.breadboard.platform.zookeeper.ZooKeeperStores}, a
 * service, opens a {@link org.breadboard.platform.zookeeper.ZooKeeperEpochs}, with a server of this process,
 * {@link org.breadboard.platform.zookeeper.EmbeddedZooKeeper}, or elsewhere. No class of ZooKeeper's is loaded before
 * the first of these two is used. Threads are daemons of its own; any thread may call.
 */
package org.breadboard.platform.zookeeper;
