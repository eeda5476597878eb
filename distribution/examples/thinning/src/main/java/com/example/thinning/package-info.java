/**
 * A program for switches. The entry is {@link com.example.thinning.ThinningPlugin}. It is data: the thread that builds
 * the cluster assembles it, and the switch's pipeline runs it.
 */
package com.example.thinning;
