/**
 * What a plug-in author tests with: contract suites, as abstract JUnit 5 classes that a plug-in's tests extend, one for
 * each kind of thing that a plug-in can bring. {@link org.breadboard.testkit.PluginContract} is for every plug-in;
 * {@link org.breadboard.testkit.WorkloadContract}, {@link org.breadboard.testkit.StoreContract},
 * {@link org.breadboard.testkit.HardwareContract} and {@link org.breadboard.testkit.ProtocolContract} for what it
 * offers. {@link org.breadboard.testkit.SerialBench} runs a workload without any protocol,
 * {@link org.breadboard.testkit.DeviceBench} devices, {@link org.breadboard.testkit.TestMix} a small cluster.
 * Everything here is for one thread, the test's.
 */
@Export
@Version("0.1.0")
package org.breadboard.testkit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
