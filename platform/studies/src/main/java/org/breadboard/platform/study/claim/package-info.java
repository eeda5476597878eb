/**
 * What becomes of a study's claims: each beside its published figure, how far it moves with each assumption, and the
 * report about them. Entry types: {@link org.breadboard.platform.study.claim.ClaimRow},
 * {@link org.breadboard.platform.study.claim.Sensitivity} and {@link org.breadboard.platform.study.claim.StudyReport}.
 * All types are immutable; any thread.
 */
package org.breadboard.platform.study.claim;
