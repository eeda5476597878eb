/**
 * What a verb is, and what verbs share. Whoever brings one begins at {@link org.breadboard.platform.verbs.Verb} and
 * {@link org.breadboard.platform.verbs.VerbCommand}, a plug-in at {@link org.breadboard.platform.verbs.VerbPlugin}; a
 * call has a {@link org.breadboard.platform.verbs.VerbScope}. Whoever embeds Breadboard begins at
 * {@link org.breadboard.platform.verbs.Board} and calls verbs by {@link org.breadboard.platform.verbs.RootCommand}.
 * {@link org.breadboard.platform.verbs.Experiment} is the one way to resolve and run mixes, and
 * {@link org.breadboard.platform.verbs.Conclusion} keeps, prints and judges what a run has yielded.
 *
 * <p>A verb runs on its caller's thread, a plug-in's on one that can be given up; the console's cancellation ends it
 * early from any other.
 */
package org.breadboard.platform.verbs;
