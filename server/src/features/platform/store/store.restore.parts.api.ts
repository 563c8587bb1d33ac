/**
 * Taking a change back at all of its points, part by part, each its own transaction: ingest of a point waits for a moment
 * only, and whoever is killed on the way goes on from the last part, or begins anew and finds nothing left to do.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Db } from '../../../kernel/context.ts';
import { type Sql, sqlOver } from '../../../kernel/sql.ts';
import { historyPieces, piecesAtOnce, type RestorePlace, restorePart } from './store.restore.api.ts';

/** Where it is. JSON: it travels with its task. */
export interface RestoreCursor {
  /** By place in the ascending order of ids. */
  readonly point: number;
  readonly place: RestorePlace | null;
  readonly restored: number;
}
interface Parts {
  readonly changeId: number;
  readonly pointIds: readonly number[];
  /** null = from the beginning. */
  readonly from?: RestoreCursor | null;
  /** Written in the transaction of the part that it speaks of. */
  readonly moved?: (db: Db, cursor: RestoreCursor) => Promise<void>;
  readonly progress?: (done: number, total: number) => Promise<void>;
}
type Transact = (part: (sql: Sql, db: Db) => Promise<RestoreCursor>) => Promise<RestoreCursor>;

const partsOn =
  (db: Db): Transact =>
  (part) =>
    db.transaction().execute((transaction) => part(sqlOver(transaction), transaction));

/** Gives how many records it took back. `on`: a database, or how to begin a transaction on one. */
export async function restoreByParts(
  on: Db | Transact,
  { changeId, pointIds, from = null, moved, progress }: Parts,
): Promise<number> {
  const transact = typeof on === 'function' ? on : partsOn(on);
  const ids = [...new Set(pointIds)].sort((a, b) => a - b);
  let cursor: RestoreCursor = from ?? { point: 0, place: null, restored: 0 };
  let pieces: ReadonlyMap<number, number> | null = null;
  let [done, total] = [0, ids.length];
  while (cursor.point < ids.length) {
    const pointId = elementAt(ids, cursor.point);
    const before = cursor;
    cursor = await transact(async (sql, db) => {
      if (progress && pieces === null) {
        pieces = await historyPieces(sql, changeId, ids);
        total = ids.reduce((sum, id) => sum + 1 + (pieces?.get(id) ?? 0), 0);
        done = ids.slice(0, before.point).reduce((sum, id) => sum + 1 + (pieces?.get(id) ?? 0), 0);
      }
      const { count, next } = await restorePart(sql, changeId, pointId, before.place);
      const restored = before.restored + count;
      const at = next
        ? { point: before.point, place: next, restored }
        : { point: before.point + 1, place: null, restored };
      await moved?.(db, at);
      return at;
    });
    if (cursor.point > before.point)
      done = ids.slice(0, cursor.point).reduce((sum, id) => sum + 1 + (pieces?.get(id) ?? 0), 0);
    else if (cursor.place !== null && cursor.place.before > 0) done += piecesAtOnce;
    await progress?.(Math.min(done, total), total);
  }
  return cursor.restored;
}
