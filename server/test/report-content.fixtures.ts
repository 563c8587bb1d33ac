/** Content of a report made by hand, for tests of what is written of it: two walls in a pit, measured through one week. */
import type { Alert } from '@plumbline/contract/alerts/alerts';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { fieldsOf } from '@plumbline/contract/points/families';
import { defaultContent, TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { noExtras, type ReportContent, type ReportLine } from '../src/features/reports/blocks/blocks.api.ts';
import type { PaperCell, PaperTable } from '../src/features/reports/paper/paper.api.ts';

export const fromMs = Date.parse('2026-03-02T00:00:00+08:00');
export const toMs = fromMs + 7 * dayMs;

type LineChange = Partial<Omit<ReportLine, 'point' | 'figures'>> & {
  readonly point?: Partial<ReportLine['point']>;
  readonly figures?: Partial<ReportLine['figures']>;
};

/** Returns the line of a displacement of a wall that reports and is below its limits. */
export function reportLine(id: number, { point, figures, ...change }: LineChange = {}): ReportLine {
  const field = { ...elementAt(fieldsOf('crack'), 0), index: 0 };
  return {
    point: {
      id,
      projectId: 1,
      name: `W-${id}`,
      structure: 'Pit / North wall',
      type: 0,
      family: 'crack',
      mode: 1,
      nodeCount: 0,
      mainIndex: 0,
      depthM: null,
      parameters: {},
      deviceParameters: {},
      closed: null,
      ...point,
    },
    field,
    isMain: true,
    figures: {
      count: 7,
      min: 1,
      minAtMs: fromMs,
      max: 3,
      maxAtMs: fromMs + dayMs,
      mean: 2,
      standardDeviation: 1,
      first: { atMs: fromMs, value: 1 },
      last: { atMs: toMs - dayMs, value: 2 },
      change: 1,
      ratePerDay: 0.2,
      expected: 7,
      missing: 0,
      failed: 0,
      totals: null,
      volume: null,
      ...figures,
    },
    cumulative: 2,
    status: { state: 'reporting', level: 0, at: toMs - dayMs, staleAt: toMs + dayMs },
    ...change,
  };
}

/** Returns the weekly report of two walls, made when the week was over, with what is given in the place of that. */
export function reportContent(change: Partial<ReportContent> = {}): ReportContent {
  const lines = change.lines ?? [reportLine(1), reportLine(2)];
  return {
    project: 'Pit 7',
    corporation: 'North',
    type: 'week',
    language: 'en',
    firstDay: '2026-03-02',
    lastDay: '2026-03-08',
    timeZone: 'Asia/Shanghai',
    fromMs,
    toMs,
    madeAtMs: toMs + 3_600_000,
    madeBy: 'Wu Jing',
    curves: [],
    alerts: [],
    alertTotal: 0,
    handling: {
      figures: {
        raised: 0,
        reacted: 0,
        settled: 0,
        falseAlarms: 0,
        withdrawn: 0,
        reactionMedianSeconds: null,
        reactionP90Seconds: null,
        settlingMedianSeconds: null,
      },
      waiting: { count: 0, oldestAt: null },
    },
    devices: [],
    template: defaultContent,
    hasTemplate: true,
    structuresOf: new Map(lines.map(({ point }) => [point.id, [10, 1]])),
    isSample: false,
    extras: noExtras,
    ...change,
    lines,
  };
}

/** Returns the template of blocks. */
export const templateOf = (...blocks: readonly object[]): TemplateContent => TemplateContent.parse({ blocks });

/** Returns an alert of the first wall. */
export const reportAlert = (change: Partial<Alert> = {}): Alert => ({
  id: 1,
  projectId: 1,
  projectName: 'Pit 7',
  structureId: 10,
  structureName: 'North wall',
  pointId: 1,
  pointName: 'W-1',
  family: 'crack',
  field: 'opening',
  kind: 'value',
  measure: 'value',
  condition: null,
  event: null,
  unit: 'mm',
  precision: 2,
  level: 1,
  value: 3,
  threshold: 2.5,
  levels: [2.5, null, null, null],
  late: false,
  status: 'Pending',
  readingAt: '2026-03-03T00:00:00Z',
  receivedAt: '2026-03-03T00:00:01Z',
  raisedAt: '2026-03-03T00:00:01Z',
  lastValue: 3,
  lastAt: '2026-03-03T00:00:00Z',
  releasedAt: null,
  settledAt: null,
  settledBy: null,
  reason: '',
  revised: null,
  byChangeId: null,
  comments: 0,
  measures: 0,
  files: 0,
  steps: null,
  assigneeId: null,
  assigneeName: null,
  causeId: null,
  causeName: null,
  timeZone: 'Asia/Shanghai',
  ...change,
});

/** Returns the rows of a table one below the other, whatever stands beside each other on the page, without what only heads others. */
export function printedRows({ columns, rows, sets = 1 }: PaperTable): PaperCell[][] {
  const width = columns.length / sets;
  return Array.from({ length: sets }, (_, set) =>
    rows.filter((row) => row[0]?.span === undefined).map((row) => row.slice(set * width, (set + 1) * width)),
  )
    .flat()
    .filter((row) => row.some(({ text }) => text !== ''));
}
