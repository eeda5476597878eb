/**
 * Who is a member of a cluster whose machines crash and come back, and who holds what then.
 * {@link org.breadboard.platform.member.Membership} says what happens next, and
 * {@link org.breadboard.platform.member.Configuration} what came of it. Both know neither engines nor nodes; by the
 * thread that controls the run. What they agree on is kept in an {@link org.breadboard.platform.member.EpochStore},
 * which {@link org.breadboard.platform.member.EpochStores}, a service, opens.
 */
package org.breadboard.platform.member;
