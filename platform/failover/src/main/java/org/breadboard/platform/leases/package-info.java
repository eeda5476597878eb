/**
 * Who is a member of a cluster on real threads, agreed upon by the machines themselves, as FaRM 5.1 and 5.2 have it:
 * leases are messages between {@linkplain org.breadboard.platform.leases.LeaseAgent agents}, one of each machine, on
 * threads of their own; whichever of them is the manager, or takes its place, has the next configuration decided in an
 * {@link org.breadboard.platform.member.EpochStore}. {@link org.breadboard.platform.leases.AgreedMembership} is what
 * the thread that controls the run sees of it.
 */
package org.breadboard.platform.leases;
