/**
 * Who dials in: the register id in the first bytes of a connection, by the forms that modems are delivered with. Pure.
 *
 * Invariant: what has no form of the list names nobody. Nothing is guessed from a part of a longer text.
 */

/** No registration is longer. */
export const registrationBytes = 128;

const id = '([A-Za-z0-9._:-]{1,32})';

/** The id alone, as modems send a text of their owner, their IMEI or ICCID; or after a word that says so. */
const forms: readonly RegExp[] = [
  new RegExp(`^${id}$`),
  new RegExp(`^(?:REG|REGISTER|LOGIN|ID|SN|IMEI|ICCID)[,:= ]\\s*${id}$`, 'i'),
  new RegExp(`^\\[(?:REG|ID)[,:=]${id}\\]$`, 'i'),
];

/** The end of a registration that has one: a line's, or the first sentence of a receiver (NMEA 0183). What has none is over when nothing more comes. */
export function endOfRegistration(bytes: Uint8Array): number | null {
  const begin = bytes.findIndex((byte) => !isBlank(byte));
  if (begin < 0) return null;
  const end = bytes.findIndex(
    (byte, at) => at > begin && (byte === 10 || byte === 13 || byte === 0 || isSentence(bytes, at)),
  );
  return end < 0 ? null : end;
}

/** `$G`, `$P`: a talker begins. No form of a register id holds a `$`. */
const isSentence = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 36 &&
  (bytes[at + 1] === 71 || bytes[at + 1] === 80) &&
  bytes.subarray(0, at).every((byte) => byte >= 32 && byte < 127);

const isBlank = (byte: number) => byte === 10 || byte === 13 || byte === 0 || byte === 32;

/** The register id of a registration, null = it has none. Bytes that are no text are an id in hexadecimal, such as `hex:01A0FF`. */
export function registerOf(bytes: Uint8Array): string | null {
  if (bytes.length === 0 || bytes.length > registrationBytes) return null;
  const isText = bytes.every((byte) => isBlank(byte) || (byte > 32 && byte < 127));
  if (!isText) return bytes.length <= 14 ? `hex:${hexOf(bytes)}` : null;
  const text = String.fromCharCode(...bytes.filter((byte) => byte !== 0)).trim();
  // The most telling form first: "ID:7" is the id 7, although an id may hold a colon.
  for (const form of forms.toReversed()) {
    const id = form.exec(text)?.[1];
    if (id) return id;
  }
  return null;
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
