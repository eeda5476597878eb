// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.util.Optional;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.Refusal;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRevision;

/** Finds why a bundle that was started is of no use. */
final class BundleFaults {
    private final BundleContext context;
    private final PluginLifecycle lifecycle;
    private final PluginRegistry registry;
    private final PluginUsers users;

    BundleFaults(BundleContext context, PluginLifecycle lifecycle, PluginRegistry registry, PluginUsers users) {
        this.context = context;
        this.lifecycle = lifecycle;
        this.registry = registry;
        this.users = users;
    }

    /**
     * That of a bundle, as the end of a sentence.
     *
     * @param id the id that its plug-in must have, or null
     */
    Optional<String> of(Bundle bundle, String id) {
        if (bundle.getState() == Bundle.INSTALLED && !Wiring.isFragment(bundle)) {
            return Optional.of(MissingRequirement.firstOf(bundle, context.getBundles())
                    .orElse("its packages cannot be wired with those that are there"));
        }
        Optional<String> failure = lifecycle.failure(bundle);
        if (failure.isPresent()) {
            lifecycle
                    .threadBegunBy(bundle)
                    .ifPresent(thread -> users.abandoned(bundle.getSymbolicName(), failure.get(), thread));
            return failure;
        }
        Optional<Refusal> refusal = registry.refusals().stream()
                .filter(each -> each.origin().equals(BundleName.origin(bundle)))
                .findFirst();
        if (refusal.isPresent()) {
            return refusal.map(Refusal::why);
        }
        Optional<Thread> thread = lifecycle.threadBegunBy(bundle);
        if (thread.isPresent()) {
            String sentence = "its start left the thread '" + thread.get().getName()
                    + "' running, and a plug-in has no threads but the runtime's";
            users.abandoned(bundle.getSymbolicName(), sentence, thread.get());
            return Optional.of(sentence);
        }
        return offeredOtherwise(bundle, id);
    }

    private Optional<String> offeredOtherwise(Bundle bundle, String id) {
        Optional<String> found = registry.installed().stream()
                .filter(plugin -> plugin.origin().equals(BundleName.origin(bundle)))
                .map(plugin -> plugin.id())
                .findFirst();
        if (found.isPresent()) {
            return found.filter(other -> id != null && !other.equals(id))
                    .map(other -> "the jar brings plug-in '" + other + "'; install that beside it");
        }
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        boolean library = Wiring.isFragment(bundle)
                || !revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)
                        .isEmpty();
        return library && id == null
                ? Optional.empty()
                : Optional.of("it brings no plug-in; META-INF/services/org.breadboard.api.Plugin must name its class,"
                        + " as bnd's @ServiceProvider(Plugin.class) does");
    }
}
