/** Alert storms: found among alerts whenever they are asked for. Nothing of them is stored, so late readings and revised history count. */
import type { alerts } from '@plumbline/contract/alerts/alerts';
import { type AlertStorm, stormLimits } from '@plumbline/contract/alerts/alerts.storms';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Rise, stormsOf } from '@plumbline/science/limits/storms';
import type { Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as table from './alerts.storms.table.ts';

async function described(db: Db, storms: readonly (readonly Rise[])[]): Promise<AlertStorm[]> {
  if (storms.length === 0) return [];
  const summaries = await table.summaries(db, storms);
  return storms.map((storm, n) => {
    const [first, last] = [elementAt(storm, 0), elementAt(storm, storm.length - 1)];
    const { open, level, structureName } = getOrThrow(summaries, n);
    return {
      id: first.alertId,
      structureId: first.structureId,
      structureName,
      beganAt: new Date(first.atMs).toISOString(),
      lastAt: new Date(last.atMs).toISOString(),
      points: new Set(storm.map(({ pointId }) => pointId)).size,
      alerts: storm.length,
      open,
      level,
    };
  });
}

export async function storms({ db, now }: Context, { projectId }: OutputOf<typeof alerts.storms.input>) {
  const until = now();
  const since = new Date(until.getTime() - stormLimits.days * dayMs);
  const found = stormsOf(await table.risesOf(db, projectId, { since, until }));
  return { storms: (await described(db, found)).reverse() };
}

/** A storm of days is cut where it is more than a day from the alert. */
export async function storm({ db }: Context, { alertId }: OutputOf<typeof alerts.storm.input>) {
  const origin = requireRow(await table.originOf(db, alertId), { alertId });
  const { projectId, structureId, timeZone, readingAt } = origin;
  const [since, until] = [-dayMs, dayMs].map((ms) => new Date(readingAt.getTime() + ms)) as [Date, Date];
  const rises = await table.risesOf(db, projectId, { since, until, structureId });
  const found = stormsOf(rises).find((each) => each.some((rise) => rise.alertId === alertId));
  if (!found) return { storm: null };
  const [summary] = await described(db, [found]);
  if (!summary) return { storm: null };
  const list = await table.listed(
    db,
    found.map((rise) => rise.alertId),
  );
  return { storm: { ...summary, timeZone, list } };
}
