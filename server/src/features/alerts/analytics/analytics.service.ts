/** How alerts were handled, counted from the alerts and their histories: nothing is stored for it, so nothing can differ. */
import { type alertAnalytics, alertAnalyticsLimits } from '@plumbline/contract/alerts/analytics';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { spanOf } from '../../readings/readings/readings.query.api.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import * as table from './analytics.table.ts';

type Input = OutputOf<typeof alertAnalytics.ofProject.input>;

/** Throws startAfterEnd, spanExceeded. */
export async function ofProject({ db }: Context, { projectId, structureId, ...span }: Input) {
  const { fromMs, toMs } = spanOf(span, alertAnalyticsLimits.days);
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const where = { projectId, structureId: structureId ?? null, from: new Date(fromMs), to: new Date(toMs) };
  const [byLevel, waiting, days, { rules, rulesTotal }] = await Promise.all([
    table.byLevel(db, where),
    table.waiting(db, where),
    table.byDay(db, where, project.timeZone),
    table.byRule(db, where, alertAnalyticsLimits.rules),
  ]);
  return {
    all: byLevel.get(null) ?? table.noFigures,
    levels: [1, 2, 3, 4].map((level) => ({ level, ...(byLevel.get(level) ?? table.noFigures) })),
    waiting,
    days,
    rules,
    rulesTotal,
  };
}
