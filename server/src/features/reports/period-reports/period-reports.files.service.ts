/** The files of a report: stored, put in the place of others, read back. Invariant: a report has all its files or none. */
import { buffer } from 'node:stream/consumers';
import type { ReportFormat } from '@plumbline/contract/reports/period-reports';
import { wordType } from '@plumbline/contract/reports/templates';
import type { Db } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import { sheetTypes } from '../../../kernel/sheets.ts';
import type { Transaction } from '../../../kernel/transaction.ts';
import { packSource, type ReportSource, sourceFormat, sourceType, unpackSource } from './logic/source.ts';
import * as table from './period-reports.table.ts';

/** Formats kept beside the files that people download. */
export type SideFormat = typeof sourceFormat | 'digests';
const types: Readonly<Record<ReportFormat | SideFormat, string>> = {
  pdf: 'application/pdf',
  docx: wordType,
  xlsx: sheetTypes.xlsx,
  csv: sheetTypes.csv,
  ags4: 'text/plain; charset=utf-8',
  [sourceFormat]: sourceType,
  digests: sourceType,
};
const maxBytes = 1024 * 1024 * 1024;

export interface WrittenFile {
  readonly format: ReportFormat | SideFormat;
  readonly bytes: Uint8Array;
}
type FileTransaction = Pick<Transaction, 'db' | 'after' | 'regardless'>;
type Storing = FileTransaction & Pick<Transaction, 'now'> & { readonly services: Pick<Services, 'files'> };
export interface FileOwner {
  readonly reportId: number;
  readonly corporationId: number;
  readonly accountId: number | null;
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes;
}

export const sourceFile = async (source: ReportSource): Promise<WrittenFile> => ({
  format: sourceFormat,
  bytes: await packSource(source),
});

/** One transaction with files in it: what was stored goes again where it fails, what was removed goes where it commits. */
export async function transactFiles(db: Db, act: (transaction: FileTransaction) => Promise<void>): Promise<void> {
  const regardless: ((on: Db) => Promise<void>)[] = [];
  const after: (() => void | Promise<void>)[] = [];
  try {
    await db.transaction().execute((transaction) =>
      act({
        db: transaction,
        regardless: (later) => void regardless.push(later),
        after: (later) => void after.push(later),
      }),
    );
  } finally {
    for (const later of regardless) await later(db);
  }
  for (const later of after) await later();
}

export async function storeFiles(
  { services: { files }, ...transaction }: Storing,
  { reportId, corporationId, accountId }: FileOwner,
  written: readonly WrittenFile[],
): Promise<void> {
  for (const { format, bytes } of written) {
    const about = { type: types[format], maxBytes, corporationId, createdBy: accountId };
    const fileId = await files.put(transaction, inOnePiece(bytes), about);
    await table.insertFile(transaction.db, { report_id: reportId, format, file_id: fileId, bytes: bytes.length });
  }
}

/** Puts files in the place of those that the report had in their formats. */
export async function replaceFiles(storing: Storing, owner: FileOwner, written: readonly WrittenFile[]): Promise<void> {
  const { db, services } = storing;
  const formats = written.map(({ format }) => format);
  const before = await table.takeFiles(db, owner.reportId, formats);
  for (const fileId of before) await services.files.remove(storing, fileId);
  await storeFiles(storing, owner, written);
}

/** Returns the source of the files of a report; null where it was made before that was kept. */
export async function readSource(
  { db, files }: { readonly db: Db; readonly files: Services['files'] },
  reportId: number,
): Promise<ReportSource | null> {
  const row = await table.file(db, reportId, sourceFormat);
  const stored = row && (await files.get(db, row.file_id));
  return stored ? await unpackSource(await buffer(stored.stream)) : null;
}
