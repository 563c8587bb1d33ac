/** What a file is by its first bytes: a packed workbook, text, or neither. */

/** Without the line that the look cuts off: it is no fault of the file. */
export const wholeLines = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1) || text;

/** A ZIP archive, or the container of older workbooks: the reader of sheets says what is wrong with those. */
export const isPacked = (head: Buffer) =>
  head.subarray(0, 2).equals(Buffer.from('PK')) || head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

/** Text has no control characters but blanks and line ends; a logger that lost its power leaves some NUL in it. */
export function isBinary(head: Buffer): boolean {
  const beginning = head.subarray(0, 4096);
  const zeros = beginning.filter((byte) => byte === 0).length;
  return (
    zeros * 2 > beginning.length ||
    beginning.some((byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== 27))
  );
}
