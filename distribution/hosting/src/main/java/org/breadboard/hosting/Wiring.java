// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/** Wires bundles anew after others came, changed or went, and returns when that is done. */
final class Wiring {
    private final FrameworkWiring framework;

    Wiring(BundleContext context) {
        framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
    }

    static boolean isFragment(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    /**
     * Felix resolves with threads of its own. Begun by a start itself they would count as the plug-in's, and on a busy
     * machine one of them outlives it. What does not resolve is told by the start.
     */
    void resolve(Bundle bundle) {
        framework.resolveBundles(List.of(bundle));
    }

    /** For a bundle that was updated or uninstalled, and whoever uses it. */
    void refresh(Bundle changed) throws InterruptedException {
        refresh(List.of(changed));
    }

    /**
     * For a bundle that is new: those of {@code others} that host it if it is a fragment, or would take a package that
     * they do without.
     */
    void refreshAround(Bundle fresh, List<Bundle> others) throws InterruptedException {
        BundleRevision revision = fresh.adapt(BundleRevision.class);
        List<Bundle> concerned = new ArrayList<>();
        for (Bundle bundle : others) {
            BundleWiring wired = bundle.adapt(BundleWiring.class);
            if (wired != null && !bundle.equals(fresh) && (hosts(wired, revision) || misses(wired, revision))) {
                concerned.add(bundle);
            }
        }
        if (!concerned.isEmpty()) {
            refresh(concerned);
        }
    }

    private static boolean hosts(BundleWiring wired, BundleRevision fragment) {
        return fragment.getDeclaredRequirements(HostNamespace.HOST_NAMESPACE).stream()
                .anyMatch(wanted -> wired.getCapabilities(HostNamespace.HOST_NAMESPACE).stream()
                        .anyMatch(offered -> MissingRequirement.matches(wanted, offered)));
    }

    private static boolean misses(BundleWiring wired, BundleRevision fresh) {
        for (BundleRequirement wanted :
                wired.getRevision().getDeclaredRequirements(PackageNamespace.PACKAGE_NAMESPACE)) {
            boolean optional =
                    Constants.RESOLUTION_OPTIONAL.equals(wanted.getDirectives().get(Constants.RESOLUTION_DIRECTIVE));
            if (optional
                    && wired.getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE).stream()
                            .noneMatch(wire -> wire.getRequirement().equals(wanted))
                    && fresh.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE).stream()
                            .anyMatch(offered -> MissingRequirement.matches(wanted, offered))) {
                return true;
            }
        }
        return false;
    }

    private void refresh(Collection<Bundle> bundles) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        framework.refreshBundles(bundles, event -> done.countDown());
        done.await();
    }
}
