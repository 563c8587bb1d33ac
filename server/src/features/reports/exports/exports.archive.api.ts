/** Every reading of a point as it is stored, for the archive of a corporation. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Db } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { planExport } from './logic/export-plan.ts';
import { writeExport } from './logic/write-export.ts';

/** CSV with all fields, what failed included, and its quality; null where nothing was measured. */
export async function readingsCsv(
  db: Db,
  pool: Pool,
  { projectId, pointId, at }: { readonly projectId: number; readonly pointId: number; readonly at: Date },
): Promise<AsyncIterable<string | Uint8Array> | null> {
  try {
    const plan = await planExport(db, pool, {
      projectId,
      pointIds: [pointId],
      from: '1970-01-01T00:00:00Z',
      to: new Date(at.getTime() + 60_000).toISOString(),
      content: 'shown',
      quantity: 'value',
      raw: true,
      quality: 'all',
      flags: true,
      format: 'csv',
      layout: 'rows',
      utc: true,
      separator: ',',
      decimal: '.',
      headings: {},
    });
    return writeExport(pool, plan, at).stream as AsyncIterable<string | Uint8Array>;
  } catch (error) {
    if (error instanceof Failure && error.name === 'noCollections') return null;
    throw error;
  }
}
