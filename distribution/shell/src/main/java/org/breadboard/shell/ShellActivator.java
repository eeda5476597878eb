package org.breadboard.shell;

import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

/** Starts and stops the shell's commands with the bundle. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class ShellActivator implements BundleActivator {

    @Override
    public void start(BundleContext context) {}

    @Override
    public void stop(BundleContext context) {}
}
