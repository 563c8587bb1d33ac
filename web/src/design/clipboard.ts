/** What spreadsheets put on the clipboard: rows by line, cells by tab, cells with either in quotes. Pure. */

/** The cells of a copied range; a last line break ends the last row and begins none. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell = '';
    if (text[at] === '"') {
      const end = endOfQuoted(text, at);
      if (end > 0) {
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
      }
    }
    const next = at + text.slice(at).search(/[\t\r\n]|$/);
    cell += text.slice(at, next);
    row.push(cell);
    at = next;
    if (at >= text.length) break;
    if (text[at] === '\t') {
      at++;
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
    if (at >= text.length) return rows;
  }
  rows.push(row);
  return rows;
}

/** The closing quote of a cell that begins with one; -1 when the quote is only a sign in the text. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at++;
    else return /^(?:$|[\t\r\n])/.test(text.slice(at + 1, at + 2)) ? at : -1;
  }
  return -1;
}

/** A range as text that spreadsheets take. */
export const writeCells = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
