// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** What a bucket of the hash table has of each object besides its key. */
public enum BucketContents {
    /** The object: who reads the bucket has its value. */
    VALUES,
    /** Where the object stands: its header and its value take another READ. */
    ADDRESSES
}
