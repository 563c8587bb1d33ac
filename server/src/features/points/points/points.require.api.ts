/** A point that must be there. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Point } from '@plumbline/contract/points/points';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as table from './points.rows.api.ts';

export async function requirePoint({ db, now }: Pick<Context, 'db' | 'now'>, pointId: number): Promise<Point> {
  const point = requireRow(await table.one(db, now(), pointId), { pointId });
  return point;
}

/** The same, locked until the transaction ends. */
export async function lockPoint({ db, now }: Pick<Context, 'db' | 'now'>, pointId: number): Promise<Point> {
  const point = requireRow(await table.lock(db, pointId, now()), { pointId });
  return point;
}

/** A snapshot is read-only, in whatever way its points are reached. */
export function refuseArchived({ archivedAt, id }: Point): void {
  if (archivedAt !== null) throw new Failure('archived', { pointId: id });
}
