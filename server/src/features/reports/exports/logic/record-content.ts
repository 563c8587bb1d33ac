/** What a file of records is made of, and from what. */
import type { RecordsRequest } from '@plumbline/contract/reports/exports.records';
import type { Db } from '../../../../kernel/context.ts';
import type { Pool } from '../../../../kernel/db.ts';
import type { Cell, SheetColumn } from '../../../../kernel/sheets.ts';
import type { NamedProject } from '../../../site/projects/projects.named.api.ts';

export interface TableContent {
  readonly columns: readonly SheetColumn[];
  readonly cells: () => AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
}
/** Content of files: none, one or several lines of each row, and what is said of all of them. `isFirst` = the first of its row. */
export interface FilesContent {
  readonly files: () => AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array; readonly isFirst: boolean }>;
}

/** Reads that records are written with. */
export interface RecordReads {
  readonly db: Db;
  readonly pool: Pool;
  readonly now: Date;
}
export interface Basis extends RecordReads {
  readonly request: RecordsRequest;
  readonly project: NamedProject;
}
