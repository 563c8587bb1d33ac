/**
 * Work outside of requests as the operator of the installation sees it: what waits, what is stuck, and what to do about it.
 * Invariant: whoever discards work or has it tried again is in the log, with what it was.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type work, workLanes } from '@plumbline/contract/platform/work';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { countWork } from '../../../kernel/work.rows.ts';
import { discardWork, retryWork, stuckWork } from '../../../kernel/work.stuck.ts';

type Input<K extends keyof typeof work> = OutputOf<(typeof work)[K]['input']>;

const maxListed = 200;

export async function list({ db, now }: Context) {
  const counts = new Map((await countWork(db, now())).map((count) => [count.lane, count]));
  const { rows, total } = await stuckWork(db, maxListed);
  return {
    lanes: workLanes.map((lane) => ({
      lane,
      due: counts.get(lane)?.due ?? 0,
      oldestAt: counts.get(lane)?.oldestAt?.toISOString() ?? null,
    })),
    stuck: rows.map(({ id, lane, name, attempts, error, input, ...row }) => ({
      id,
      lane,
      name,
      attempts,
      error,
      input,
      since: lane === 'schedule' ? null : row.created_at.toISOString(),
      nextTryAt: row.due_at.toISOString(),
    })),
    total,
  };
}

/** Throws notFound for work that is not stuck, or is done meanwhile. */
export async function retry({ db, now, log, caller }: Context, { workId }: Input<'retry'>) {
  const row = requireRow(await retryWork(db, workId, now()), { workId });
  log.warn({ work: workId, ...row, byId: caller.accountId, byName: caller.name }, 'stuck work is tried again');
  return { code: 0 as const };
}

/** Throws notFound for work that is not stuck, workRunning while it is tried, protectedRecord for a schedule. */
export async function discard({ db, now, log, caller, emit }: Context, { workId }: Input<'discard'>) {
  const discarded = await discardWork(db, workId, now());
  if (discarded === 'absent') throw new Failure('notFound', { workId });
  if (discarded === 'running') throw new Failure('workRunning', { workId });
  if (discarded === 'schedule') throw new Failure('protectedRecord', { workId });
  // What was to be sent is not lost without a word: the log of the messages says who discarded it.
  const { lane, name, input } = discarded;
  if (lane === 'delivery' || name === 'alertRaised')
    await emit('workDiscarded', { name, input, byName: caller.displayName });
  log.warn({ work: workId, ...discarded, byId: caller.accountId, byName: caller.name }, 'stuck work was discarded');
  return { code: 0 as const };
}
