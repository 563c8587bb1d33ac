/** Undoing an act on corrections, which the change log above asks for. */
import type { Correction } from '@plumbline/contract/readings/corrections';
import type { Context } from '../../../kernel/context.ts';
import { ofPoint } from './corrections.api.ts';
import * as table from './corrections.table.ts';
import { refuseOverlap } from './logic/overlap.ts';

/**
 * Puts the records of an act back as they were before it. Fails with correctionExists where they would now overlap
 * another one. Gives how many records that were.
 */
export async function undoCorrections(
  { db }: Pick<Context, 'db'>,
  act: { readonly detail: unknown; readonly pointIds: readonly number[] },
): Promise<number> {
  const { before, after } = act.detail as Readonly<Record<'before' | 'after', readonly Correction[]>>;
  for (const pointId of act.pointIds) await table.lock(db, pointId);
  const had = new Set(before.map((record) => record.id));
  await table.remove(
    db,
    act.pointIds,
    after.filter((record) => !had.has(record.id)).map((record) => record.id),
  );
  const there = new Set(after.map((record) => record.id));
  for (const record of before) await (there.has(record.id) ? table.replace(db, record) : table.insert(db, record));
  for (const record of before) {
    const others = (await ofPoint(db, record.pointId)).filter((each) => each.id !== record.id);
    refuseOverlap(record, others);
  }
  return new Set([...had, ...there]).size;
}
