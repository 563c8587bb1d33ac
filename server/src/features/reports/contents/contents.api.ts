/**
 * Gathers what a report holds, by the functions that the screens are made of: the figures of readings, the status of
 * points, alerts, health. Invariant: some points at a time, so that memory stays small however many there are; what no block
 * of the template shows is not read.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { reportLimits } from '@plumbline/contract/reports/period-reports';
import { defaultContent, type TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { highestLevels, ofPeriod } from '../../alerts/alerts/alerts.api.ts';
import { handlingOf } from '../../alerts/analytics/analytics.api.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { ofProject, type Rule } from '../../points/points/points.rules.api.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { devicesOf } from '../../telemetry/health/health.api.ts';
import { noExtras, type ReportContent } from '../blocks/blocks.api.ts';
import { coverOf } from './contents.cover.service.ts';
import { measurements } from './contents.measurements.service.ts';
import { pluginFigures } from './contents.plugins.service.ts';
import { beforeOf, siteRecords } from './contents.records.service.ts';
import * as table from './contents.table.ts';
import { viewsOf } from './contents.views.service.ts';
import type { Gathering, ReportSubject } from './logic/measuring.ts';
import { blocksOfDocument, samplePoints, wantsOf } from './logic/wants.ts';

export type { ReportSubject } from './logic/measuring.ts';

const maxAlerts = 10_000;
/** A look at a template shows this many points and alerts. */
const sample = { points: 24, alerts: 20 } as const;

/** The points that the report may hold, with their structures. Throws reportTooLarge. */
async function candidatesOf({ projectId, from, isSample }: ReportSubject, template: TemplateContent, db: Db) {
  const all = await table.pointsSince(db, projectId, from);
  const masters = await table.mastersSince(db, projectId, from);
  const structuresOf = await table.structuresOf(
    db,
    [...all, ...masters].map(({ id }) => id),
  );
  const candidates = isSample ? samplePoints(all, template, structuresOf, sample.points) : all;
  const { points: maxPoints } = reportLimits;
  if (candidates.length > maxPoints)
    throw new Failure('reportTooLarge', { fault: 'points', points: candidates.length, maxPoints });
  return { candidates, masters, structuresOf };
}

/** The points that a limit is on for. */
const limitedBy = (rules: readonly Rule[]) =>
  new Set(rules.filter(({ threshold }) => threshold.enabled).map(({ pointId }) => pointId));
const rulesByPoint = (rules: readonly Rule[]) =>
  new Map(
    [...Map.groupBy(rules, ({ pointId }) => pointId)].map(([id, pointRules]) => [
      id,
      pointRules.map(({ threshold }) => threshold),
    ]),
  );

/** The template, with the blocks that its Word document stands for. */
const withDocument = (template: TemplateContent, { word }: ReportSubject): TemplateContent => ({
  ...template,
  blocks: [...template.blocks, ...blocksOfDocument(word?.tags ?? [])],
});

/** Throws notFound, reportTooLarge. Long because it puts the parts of a report together, each a line. */
export async function gather(subject: ReportSubject, gathering: Gathering): Promise<ReportContent> {
  const { db, now } = gathering;
  const { projectId, from, to, isSample, word, excelCover } = subject;
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const template = subject.template ?? defaultContent;
  const period = { from, to };
  const { candidates, masters, structuresOf } = await candidatesOf(subject, template, db);
  const ids = candidates.map(({ id }) => id);
  const [named, levels, newest, rules, { alerts, total: alertTotal }, devices, corporation, handling] =
    await Promise.all([
      namedPoints(db, projectId, ids),
      highestLevels(db, projectId, period),
      table.newestLevels(db, projectId),
      ofProject(db, projectId),
      ofPeriod(db, projectId, { ...period, limit: isSample ? sample.alerts : maxAlerts }),
      devicesOf(db, now, projectId, period),
      table.corporationTitle(db, project.corporationId),
      handlingOf(db, projectId, period),
    ]);
  const younger = new Set(candidates.filter((each) => each.created_at >= to).map(({ id }) => id));
  const measuring = {
    ...gathering,
    subject,
    wants: wantsOf(withDocument(template, subject), structuresOf, isSample, subject.hasSeries),
    levels,
    newest,
    younger,
    rules: rulesByPoint(rules),
    limited: limitedBy(rules),
  };
  const measured = await measurements(named, measuring);
  const { given, ...extras } = measured.extras;
  const plugins = await pluginFigures(
    { plugins: gathering.plugins, subject, template, structuresOf, given },
    measured.all,
  );
  const views = await viewsOf({ named, masters, structuresOf, blocks: template.blocks }, measuring);
  const before = measuring.wants.comparison ? await beforeOf(named, measuring) : null;
  return {
    project: project.name,
    corporation,
    type: subject.type,
    number: subject.number,
    event: subject.event,
    language: subject.language,
    timeZone: subject.timeZone,
    firstDay: subject.firstDay,
    lastDay: subject.lastDay,
    fromMs: from.getTime(),
    toMs: to.getTime(),
    madeAtMs: now.getTime(),
    madeBy: subject.madeBy,
    lines: measured.all.flatMap(({ lines }) => lines),
    curves: measured.all.flatMap(({ point, main: field, curve, limits }) =>
      curve.values.some((value) => value !== null) ? [{ point, field, curve, limits }] : [],
    ),
    alerts,
    alertTotal,
    handling,
    devices,
    template,
    hasTemplate: subject.template !== null,
    cover: await coverOf(subject, template, gathering),
    structuresOf,
    isSample,
    ...(word && { word: word.document }),
    ...(excelCover && { excelCover }),
    extras: { ...noExtras, ...(await siteRecords(named, masters, measuring)), before, plugins, views, ...extras },
  };
}
