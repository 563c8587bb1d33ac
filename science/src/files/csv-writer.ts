/** Separated text, written: RFC 4180, and nothing in it that a spreadsheet would run as a formula. */

export interface CsvStyle {
  readonly separator?: string;
  readonly decimal?: '.' | ',';
}

/** A spreadsheet begins a formula at these, some of them also in their wide forms and after blanks. */
const formula = /^\s*[=+\-@\t\r＝＋－＠]/;
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Text with an apostrophe before it where a spreadsheet would take it for a formula; numbers as text are left alone. */
export const guardFormula = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text);
const guarded = /^'(?=\s*[=+\-@\t\r＝＋－＠])/;
/** The text as it was before the apostrophe. */
export const unguardFormula = (text: string): string => text.replace(guarded, '');

/**
 * One record with its line end (CR LF). Null and what is not finite become empty cells; numbers are written in full.
 * Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers as text are left alone.
 */
export function csvLine(cells: readonly (string | number | null)[], style: CsvStyle = {}): string {
  const { separator = ',', decimal = '.' } = style;
  return `${cells.map((cell) => quoted(textOf(cell, decimal), separator)).join(separator)}\r\n`;
}

function textOf(cell: string | number | null, decimal: '.' | ','): string {
  if (cell === null) return '';
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return '';
    return decimal === ',' ? String(cell).replace('.', ',') : String(cell);
  }
  return guardFormula(cell);
}

function quoted(text: string, separator: string): string {
  const needed = text.includes(separator) || /["\r\n]|^\s|\s$/.test(text);
  return needed ? `"${text.replaceAll('"', '""')}"` : text;
}
