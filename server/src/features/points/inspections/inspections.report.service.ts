/** What was done and missed: as a log, and as the report of one day by the clocks of the project. */
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type inspections, maxReported } from '@plumbline/contract/points/inspections';
import { bucketAt } from '@plumbline/science/series/calendar';
import { zoneOf } from '@plumbline/science/series/zone';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { changedIn } from './inspections.defects.table.ts';
import { entries, missedIn } from './inspections.log.table.ts';
import { finishedIn } from './inspections.rounds.table.ts';

type Input<K extends keyof typeof inspections> = OutputOf<(typeof inspections)[K]['input']>;

export const logs = ({ db }: Context, { projectId, ...span }: Input<'logs'>) => entries(db, projectId, span);

export async function report({ db }: Context, { projectId, date }: Input<'report'>) {
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const noon = zoneOf(project.timeZone).startOf(Date.parse(`${date}T12:00:00Z`));
  const { start, end } = bucketAt(noon, 'day', project.timeZone);
  const day = { from: new Date(start), to: new Date(end) };
  const [finished, missed, defects] = await Promise.all([
    finishedIn(db, projectId, day, maxReported),
    missedIn(db, projectId, day),
    changedIn(db, projectId, day),
  ]);
  return { date, ...finished, missed, defects };
}
