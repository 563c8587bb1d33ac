/** What a file is by its first bytes: a packed workbook, text, or neither. */

/** Without the line that the look cuts off: it is no fault of the file. */
export const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;

/** Begins a ZIP archive, and the container of older workbooks. */
const packed = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** A packed workbook, of today or of old: its reader says what is wrong with it. */
export const isPacked = (head: Uint8Array): boolean =>
  packed.some((bytes) => bytes.every((byte, i) => head[i] === byte));

/** Text has no control characters but blanks and line ends; a logger that lost its power leaves some NUL in it. */
export function isBinary(head: Uint8Array): boolean {
  const beginning = head.subarray(0, 4096);
  const zeros = beginning.filter((byte) => byte === 0).length;
  return (
    zeros * 2 > beginning.length ||
    beginning.some((byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== 27))
  );
}
