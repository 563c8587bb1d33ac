/** What a file of records is made of, and from what. */
import type { RecordsRequest } from '@plumbline/contract/exports.records';
import type { Db } from '../../../kernel/context.ts';
import type { Cell, SheetColumn } from '../../../kernel/sheets.ts';
import type { NamedProject } from '../../projects/projects.named.api.ts';

export interface TableContent {
  readonly columns: readonly SheetColumn[];
  readonly cells: () => AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
}
/** One for each row, and what is said of all of them. */
export interface FilesContent {
  readonly files: () => AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>;
}

export interface Basis {
  readonly db: Db;
  readonly now: Date;
  readonly request: RecordsRequest;
  readonly project: NamedProject;
}
