/** A table that a person brings into the browser, as texts. Invariant: what cannot be read is refused whole. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { detectEncoding } from '@plumbline/science/files/encoding';

export const tableTypes = ['.xlsx', '.csv', '.txt'] as const;
/** What a person lays out by hand is far smaller. */
const maxBytes = 2 * 1024 * 1024;
const maxRows = 10_000;
const maxColumns = 64;

/**
 * The rows that hold something, of the first sheet of a workbook or of separated text in any encoding. Throws fileTooLarge
 * and fileDamaged. What reads workbooks is loaded when the first one is brought.
 */
export async function readTable(file: Blob): Promise<string[][]> {
  if (file.size > maxBytes) throw new Failure('fileTooLarge', { size: 2, unit: 'MB' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A workbook is an archive.
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const rows = isWorkbook ? await workbookRows(bytes) : textRows(new TextDecoder(detectEncoding(bytes)).decode(bytes));
  return rows.filter((cells) => cells.some((cell) => cell !== ''));
}

async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(bytes, { sheets: [0], maxRows }).catch(() => {
    throw new Failure('fileDamaged');
  });
  return (sheets[0]?.rows ?? []).map((row) =>
    row.slice(0, maxColumns).map((cell) => (cell === null || cell === undefined ? '' : String(cell).trim())),
  );
}

const textRows = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
