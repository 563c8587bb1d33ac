import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a file, hexadecimal, read piece by piece in this browser: nothing of it is sent. Not by the browser's own
 * function, which is there over https alone and takes a file as a whole.
 */
export async function hashOfFile(file: Blob): Promise<string> {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
  }
}
