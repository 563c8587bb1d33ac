/** Encoding of the bytes of a text file, for the platform's TextDecoder. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/**
 * From a byte order mark, else from the bytes: zeros on one side of every pair are UTF-16, what is valid UTF-8 is UTF-8,
 * and of the rest Chinese text has its high bytes in pairs while Western text has them one at a time. A part of the
 * file is enough; a character that is cut off at its end does not count. Plain ASCII is UTF-8.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const wide = wideOf(bytes);
  if (wide !== null) return wide;
  if (isUtf8(bytes)) return 'utf-8';
  return isChinese(bytes) ? 'gb18030' : 'windows-1252';
}

/** Latin text in UTF-16 has a zero in nearly every pair, always on the same side. */
function wideOf(bytes: Uint8Array): Encoding | null {
  const pairs = bytes.length >> 1;
  let [even, odd] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++;
    if (bytes[2 * i + 1] === 0) odd++;
  }
  if (pairs < 2) return null;
  if (odd > 0.3 * pairs && even < 0.05 * pairs) return 'utf-16le';
  return even > 0.3 * pairs && odd < 0.05 * pairs ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // With `stream` a character cut off at the end is waited for and is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Pairs of GB 2312 and four-byte codes of GB 18030 against high bytes that make no pair. */
function isChinese(bytes: Uint8Array): boolean {
  let [paired, single] = [0, 0];
  for (let i = 0; i < bytes.length - 1; i++) {
    const byte = bytes[i] as number;
    if (byte < 0x80) continue;
    const next = bytes[i + 1] as number;
    if (byte >= 0xa1 && byte <= 0xf7 && next >= 0xa1 && next <= 0xfe) {
      paired += 2;
      i++;
    } else if (byte >= 0x81 && byte <= 0xfe && next >= 0x30 && next <= 0x39 && (bytes[i + 2] ?? 0) >= 0x81) {
      paired += 2;
      i += 3;
    } else single++;
  }
  return paired > single;
}
