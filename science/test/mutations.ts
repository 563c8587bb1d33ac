/** Frames that are nearly right: the same ones at each run. */

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The bytes of letters of Latin-1. */
export const letters = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const strange = ['1e999', '-0', '[[[[', '"__proto__":{}', '9'.repeat(400), '1e308', '2024 366 2460'];

/** Up to six changes: a byte, the end cut off, a piece doubled or left out, a number of the text that is none. */
export function mutated(seed: Uint8Array, next: () => number): Uint8Array {
  let bytes = seed.slice();
  for (let times = Math.floor(next() * 6); times >= 0; times--) {
    const at = Math.floor(next() * (bytes.length + 1));
    const kind = next();
    if (bytes.length === 0) bytes = Uint8Array.of(Math.floor(next() * 256));
    else if (kind < 0.45) bytes[Math.min(at, bytes.length - 1)] = Math.floor(next() * 256);
    else if (kind < 0.6) bytes = bytes.slice(0, at);
    else if (kind < 0.85) {
      const from = Math.floor(next() * bytes.length);
      const joined = new Uint8Array(at + bytes.length - from);
      joined.set(bytes.subarray(0, at));
      joined.set(bytes.subarray(from), at);
      bytes = joined;
    } else {
      const text = Buffer.from(bytes).toString('latin1');
      const other = strange[Math.floor(next() * strange.length)] ?? '';
      bytes = new Uint8Array(Buffer.from(text.replace(/\d+/, other), 'latin1'));
    }
  }
  return bytes;
}
