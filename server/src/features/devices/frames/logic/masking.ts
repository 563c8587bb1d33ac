/**
 * Secrets in what passes over links are never written down: values beside names that mean one, and what follows `Bearer` or
 * `Basic`. Bytes that are no text go through as they are: what is in them has no name.
 */
const names =
  'pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|app[-_]?key|nwk[-_]?s?key|authorization|psk|signature';
const inJson = new RegExp(`("(?:[\\w.-]*(?:${names}))"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|-?[\\d.eE+]+)`, 'gi');
const inQuery = new RegExp(`((?:^|[?&;,\\s"'])(?:[\\w.-]*(?:${names}))=)([^&;,\\s"']+)`, 'gi');
const inHeader = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;
const mask = '***';

export const masked = (text: string): string =>
  text
    .replace(inJson, (_, name: string) => `${name}"${mask}"`)
    .replace(inQuery, (_, name: string) => `${name}${mask}`)
    .replace(inHeader, (_, kind: string) => `${kind} ${mask}`);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The same of bytes that are a text. */
export function maskedBytes(bytes: Uint8Array): Uint8Array {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return bytes;
  }
  const safe = masked(text);
  return safe === text ? bytes : Buffer.from(safe);
}
