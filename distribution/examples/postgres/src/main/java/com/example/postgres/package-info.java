/**
 * Transactions whose records are in a PostgreSQL. Entry type: {@code Postgres}. A {@code Client} belongs to the thread of
 * its stage. Its {@code Session}, a connection, is used by its calls alone, one after another, on threads of their own.
 */
package com.example.postgres;
