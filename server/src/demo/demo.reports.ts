/** Reports: of the dam two templates and a weekly report that is released, with its conclusions and a link; of the others a ready template, by itself. */

import { setTimeout as wait } from 'node:timers/promises';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { reportLinks } from '@plumbline/contract/reports/links';
import { type PeriodReport, periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import type { ReportBlock } from '@plumbline/contract/reports/templates.blocks';
import { type LibraryKey, libraryContent } from '@plumbline/contract/reports/templates.library';
import type { Furnishing, Step } from './demo.client.ts';

type Content = InputOf<typeof reportTemplates.create.input>['content'];
type Block = Partial<ReportBlock> & Pick<ReportBlock, 'kind'>;

const blocksOf = (blocks: readonly Block[]) => ({ blocks }) as unknown as Content;

const weekly = blocksOf([
  {
    kind: 'cover',
    title: 'Weekly monitoring report',
    subtitle: '{{period.first}} to {{period.last}}',
    signatures: [
      { role: 'Made by', name: '{{report.madeBy}}', picture: null },
      { role: 'Checked by', name: '', picture: null },
    ],
  },
  { kind: 'summary' },
  {
    kind: 'text',
    title: 'Overview',
    text: '{{counts.points}} points were watched, {{counts.normal}} of them at normal. The highest level was {{worst.level}} ({{worst.point}}). {{alerts.raised}} alerts were raised.',
  },
  { kind: 'conclusions' },
  { kind: 'statistics', orientation: 'landscape', curves: true },
  { kind: 'alerts', orientation: 'landscape' },
]);
const handover = blocksOf([
  { kind: 'cover', title: 'Seepage and deformation', counts: true },
  { kind: 'contents' },
  { kind: 'drawings' },
  { kind: 'charts', columns: 1, perChart: 4 },
  { kind: 'comparison', orientation: 'landscape' },
  { kind: 'devices', orientation: 'landscape' },
  { kind: 'method', calibration: true, orientation: 'landscape' },
]);
const longestMs = 120_000;

async function template({ client }: Furnishing, projectId: number, name: string, content: Content): Promise<number> {
  const { templates } = await client.call(reportTemplates.list, { projectId });
  const present = templates.find((each) => each.name === name)?.id;
  const id = present ?? (await client.call(reportTemplates.create, { projectId, name, content })).template.id;
  await client.call(reportTemplates.verify, { projectId, templateId: id });
  return id;
}

/** Asked again until the report is so, or does not become so. */
async function until(
  { client }: Furnishing,
  { projectId, reportId }: { readonly projectId: number; readonly reportId: number },
  isSo: (report: PeriodReport) => boolean,
): Promise<boolean> {
  const end = Date.now() + longestMs;
  for (;;) {
    const { reports } = await client.call(periodReports.list, { projectId });
    const report = reports.find(({ id }) => id === reportId);
    if (report === undefined || report.status === 'Error') return false;
    if (isSo(report)) return true;
    if (Date.now() > end) throw new Error(`report ${reportId} of the demonstration is not made yet`);
    await wait(500);
  }
}

async function reportsOfDam(furnishing: Furnishing) {
  const { client, madeMs, projects } = furnishing;
  const projectId = projects.get('Hengtang Earth Dam');
  if (projectId === undefined) return;
  const weeklyId = await template(furnishing, projectId, 'Weekly report', weekly);
  await template(furnishing, projectId, 'Seepage and deformation', handover);
  const { reports } = await client.call(periodReports.list, { projectId });
  const reportId = reports.find(({ template: of }) => of?.name === 'Weekly report')?.id;
  if (reportId !== undefined) return await release(furnishing, { projectId, reportId });
  await client.call(periodReports.createSchedule, {
    projectId,
    type: 'week',
    formats: ['pdf'],
    language: 'en',
    templateId: weeklyId,
  });
  // The last week whose readings are all there.
  const day = new Date(madeMs - 8 * dayMs).toISOString().slice(0, 10);
  const { report } = await client.call(periodReports.make, {
    projectId,
    type: 'week',
    day,
    formats: ['pdf', 'docx', 'xlsx'],
    language: 'en',
    templateId: weeklyId,
  });
  if (await until(furnishing, { projectId, reportId: report.id }, ({ status }) => status === 'Done'))
    await release(furnishing, { projectId, reportId: report.id });
}

const conclusions =
  'The reservoir rose during the week; the piezometers downstream of the core follow it with the delay of former years.\nThe piezometer near its limit is read every hour until the level falls.';

/** From where its review is: a step that was stopped goes on. The administrator is alone, and approves what it made. */
async function release(furnishing: Furnishing, of: { readonly projectId: number; readonly reportId: number }) {
  const { client } = furnishing;
  const { review } = await client.call(reportReleases.get, of);
  if (review.state === 'draft') {
    await client.call(reportReleases.setApproval, { projectId: of.projectId, makerMayApprove: true });
    if (review.conclusions === '') await client.call(reportReleases.setConclusions, { ...of, conclusions });
    await client.call(reportReleases.submit, of);
  }
  await written(furnishing, of);
  if ((await client.call(reportReleases.get, of)).review.state === 'inReview')
    await client.call(reportReleases.approve, of);
  if ((await client.call(reportReleases.get, of)).review.state === 'approved')
    await client.call(reportReleases.release, of);
  // From then on it takes two people, as in every project.
  await client.call(reportReleases.setApproval, { projectId: of.projectId, makerMayApprove: false });
  await written(furnishing, of);
  await shareReport(furnishing, of);
}

/** For somebody outside: a link to the report that is released, and who is sent those to come. No mail server is set up, so nothing leaves. */
async function shareReport(
  { client, madeMs }: Furnishing,
  of: { readonly projectId: number; readonly reportId: number },
) {
  const { projectId } = of;
  const recipient = 'Reservoir authority';
  const { links } = await client.call(reportLinks.list, of);
  if (!links.some((link) => link.recipient === recipient))
    await client.call(reportLinks.create, {
      ...of,
      recipient,
      expiresAt: new Date(madeMs + 180 * dayMs).toISOString(),
    });
  const { recipients } = await client.call(reportLinks.distribution, { projectId });
  for (const { name, email } of [
    { name: recipient, email: 'reservoir-authority@example.com' },
    { name: 'Designer of the dam', email: 'designer@example.com' },
  ])
    if (!recipients.some((each) => each.name === name))
      await client.call(reportLinks.addRecipient, { projectId, name, email, language: 'en' });
}

type Period = 'day' | 'week' | 'month' | 'quarter';
/** Ready templates of the other projects under a name of their own: each reports by itself, and its last period is there. */
const regular: readonly {
  readonly project: string;
  readonly name: string;
  readonly library: LibraryKey;
  readonly period: Period;
}[] = [
  { project: 'Luojia Bay Foundation Pit', name: 'Daily report of the pit', library: 'pitDaily', period: 'day' },
  {
    project: 'Metro Line 7, Guanshan-Luyin',
    name: 'Weekly report of the tunnel',
    library: 'metroWeekly',
    period: 'week',
  },
  { project: 'Baisha Landslide', name: 'Monthly report of the slope', library: 'slopeMonthly', period: 'month' },
  {
    project: 'Qinghe River Bridge',
    name: 'Quarterly report of the bridge',
    library: 'bridgeQuarterly',
    period: 'quarter',
  },
  { project: 'Wanshou City Wall', name: 'Safety report of the gate', library: 'houseSafety', period: 'month' },
];
/** A day of the period before the present one. */
const daysBack: Readonly<Record<Period, number>> = { day: 1, week: 8, month: 32, quarter: 93 };

async function reportsOfOthers(furnishing: Furnishing) {
  const { client, madeMs, projects } = furnishing;
  for (const { project, name, library, period } of regular) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const templateId = await template(furnishing, projectId, name, libraryContent(library));
    const { schedules } = await client.call(periodReports.schedules, { projectId });
    const ofPeriod = { projectId, type: period, language: 'en', templateId } as const;
    if (schedules.length === 0) await client.call(periodReports.createSchedule, { ...ofPeriod, formats: ['pdf'] });
    const { reports } = await client.call(periodReports.list, { projectId });
    // In the background, one after the other: nothing here waits for its files.
    if (reports.length === 0)
      await client.call(periodReports.make, {
        ...ofPeriod,
        day: new Date(madeMs - daysBack[period] * dayMs).toISOString().slice(0, 10),
        formats: ['pdf'],
      });
  }
}

/** Until the files of a report are not being written any more. */
async function written({ client }: Furnishing, of: { readonly projectId: number; readonly reportId: number }) {
  const end = Date.now() + longestMs;
  while ((await client.call(reportReleases.get, of)).review.writing) {
    if (Date.now() > end) throw new Error(`report ${of.reportId} of the demonstration is not written yet`);
    await wait(500);
  }
}

export const reportSteps: readonly Step[] = [
  ['reports', reportsOfDam],
  ['regular reports', reportsOfOthers],
];
