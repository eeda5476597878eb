// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/** Says in words why a bundle cannot be resolved. */
final class MissingRequirement {
    private static final String API = "org.breadboard.api";
    private static final Pattern FROM = Pattern.compile("\\(version>=([^)]+)\\)");
    private static final Pattern BELOW = Pattern.compile("\\(!\\(version>=([^)]+)\\)\\)");
    private static final Pattern PACKAGE = Pattern.compile("\\(osgi\\.wiring\\.package=([^)]+)\\)");

    private MissingRequirement() {}

    /**
     * The end of a sentence about the first thing that nobody in {@code all} offers; a wrong api comes before anything
     * else.
     */
    static Optional<String> firstOf(Bundle bundle, Bundle[] all) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            return Optional.empty();
        }
        List<String> reasons = new ArrayList<>();
        for (BundleRequirement requirement : revision.getDeclaredRequirements(null)) {
            String namespace = requirement.getNamespace();
            boolean needed = !Constants.RESOLUTION_OPTIONAL.equals(
                            requirement.getDirectives().get(Constants.RESOLUTION_DIRECTIVE))
                    && !"active".equals(requirement.getDirectives().get(Constants.EFFECTIVE_DIRECTIVE));
            if (needed && capabilities(namespace, all).stream().noneMatch(offered -> matches(requirement, offered))) {
                String why = why(requirement, all);
                reasons.add(why.contains(API) ? 0 : reasons.size(), why);
            }
        }
        return reasons.stream().findFirst();
    }

    private static List<BundleCapability> capabilities(String namespace, Bundle[] all) {
        List<BundleCapability> capabilities = new ArrayList<>();
        for (Bundle bundle : all) {
            BundleRevision revision = bundle.adapt(BundleRevision.class);
            if (revision != null) {
                capabilities.addAll(revision.getDeclaredCapabilities(namespace));
            }
        }
        return capabilities;
    }

    /** Whether {@code capability} is what {@code requirement} asks for, both being of one namespace. */
    static boolean matches(BundleRequirement requirement, BundleCapability capability) {
        String text = requirement.getDirectives().get(Constants.FILTER_DIRECTIVE);
        if (text == null) {
            return true;
        }
        try {
            Filter filter = FrameworkUtil.createFilter(text);
            return filter.matches(capability.getAttributes());
        } catch (InvalidSyntaxException unreadable) {
            return false;
        }
    }

    private static String why(BundleRequirement requirement, Bundle[] all) {
        String filter = requirement.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
        Matcher name = PACKAGE.matcher(filter);
        if (!name.find()) {
            return "it needs " + requirement.getNamespace() + ' ' + filter + ", which nothing here offers";
        }
        Optional<Object> found = capabilities(PackageNamespace.PACKAGE_NAMESPACE, all).stream()
                .map(BundleCapability::getAttributes)
                .filter(attributes -> name.group(1).equals(attributes.get(PackageNamespace.PACKAGE_NAMESPACE)))
                .map((Map<String, Object> attributes) -> attributes.get(Constants.VERSION_ATTRIBUTE))
                .findFirst();
        String wanted = name.group(1) + range(filter);
        if (name.group(1).equals(API) || name.group(1).startsWith(API + '.')) {
            return "it was built against " + wanted + ", and this Breadboard has "
                    + found.map(version -> "version " + version).orElse("no such package")
                    + "; rebuild it against this Breadboard's api";
        }
        return "it needs the package " + wanted + ", and "
                + found.map(version -> "only version " + version + " is there")
                        .orElse("no installed bundle exports it");
    }

    private static String range(String filter) {
        Matcher below = BELOW.matcher(filter);
        String upper = below.find() ? below.group(1) : "";
        Matcher from = FROM.matcher(filter);
        String lower = from.find() ? from.group(1) : "";
        if (lower.isEmpty()) {
            return "";
        }
        return upper.isEmpty() ? " from " + lower : " [" + lower + ',' + upper + ')';
    }
}
