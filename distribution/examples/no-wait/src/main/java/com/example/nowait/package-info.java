/** Two-phase locking with NO_WAIT. */
package com.example.nowait;
