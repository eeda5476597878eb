/** A verb that puts more and more load on a mix. The entry is {@link com.example.ladder.LadderPlugin}. */
package com.example.ladder;
