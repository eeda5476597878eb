/** A workload that moves coins between purses. The entry is {@link com.example.transfer.TransferPlugin}. */
package com.example.transfer;
