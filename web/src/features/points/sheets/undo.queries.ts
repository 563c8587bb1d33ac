import { batches } from '@plumbline/contract/points/batches';
import { points } from '@plumbline/contract/points/points';
import type { PointTableRow } from '@plumbline/contract/points/points.lists';
import type { sheets } from '@plumbline/contract/points/sheets';
import type { Reply } from '../../../kernel/queries.ts';
import { read } from '../../../kernel/reads.ts';
import { write } from '../../../kernel/writes.ts';

type Lines = Reply<typeof sheets.importPoints>['lines'];
export interface Undo {
  readonly points: number;
  /** Puts back what the sheet changed, and nothing else: all of it or nothing. Throws rowsRefused. */
  readonly run: (reason: string) => Promise<void>;
}

/** The way back from a sheet: the fields that its lines change, as they are before it is taken. */
export async function undoOf(projectId: number, lines: Lines): Promise<Undo> {
  const { rows } = await read(points.table, { projectId });
  const before = new Map(rows.map((row) => [row.id, row]));
  const back = lines.flatMap(({ pointId, changes }) => {
    const row = before.get(pointId);
    return row ? [{ pointId, set: setOf(row, changes) }] : [];
  });
  return {
    points: back.length,
    run: async (reason) => void (await write(batches.batchEdit, { projectId, rows: back, reason })),
  };
}

function setOf(row: PointTableRow, changes: Lines[number]['changes']): Record<string, unknown> {
  const set: Record<string, unknown> = {};
  for (const { field } of changes) {
    // Parameters and the like are written as a whole.
    const [group = field] = field.split('.');
    const value = row[group as keyof PointTableRow];
    // A point without a device has no channel to go back to.
    if (value !== null || group !== 'channel') set[group] = value;
  }
  if ('channel' in set || 'sncode' in set) {
    set.sncode = row.sncode;
    if (row.sncode !== null && row.channel !== null) set.channel = row.channel;
    else delete set.channel;
  }
  return set;
}
