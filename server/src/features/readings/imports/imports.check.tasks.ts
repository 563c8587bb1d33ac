/**
 * The dry run: a file is read by its mapping, set in order, and compared with what is stored. Invariant: no reading is
 * written; a check that was interrupted begins again and finds the same.
 */
import { isDeepStrictEqual } from 'node:util';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { isSeriesFormat, type Mapping, type SeriesFormat } from '@plumbline/contract/readings/imports.mapping';
import { ags4Reader, type MondRow } from '@plumbline/science/files/ags4';
import { CellNumbers } from '@plumbline/science/files/cell-numbers';
import { sampleAfter } from '@plumbline/science/sensors/sample';
import { requireRow } from '../../../kernel/rows.ts';
import { type TaskContext, taskHandler } from '../../../kernel/tasks.handler.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { agsReadings, type Bytes, diggsReadings, linesOf } from '../import-files/import-files.api.ts';
import type { ManualPoint } from './imports.manual.api.ts';
import * as staged from './imports.staged.table.ts';
import * as table from './imports.table.ts';
import { checkMapping, pointIdsOf } from './logic/check-mapping.ts';
import { CheckReport } from './logic/check-report.ts';
import { agsReader, lineReader, type Reading, type Sink } from './logic/line-readers.ts';

export interface ImportTask {
  readonly importId: number;
}
type Checking = TaskContext<ImportTask, null>;
/** Rows of one COPY, and records compared at once. */
const batchRows = 2_000;

export const checkTask = taskHandler<ImportTask>({
  kind: 'importCheck',
  async run(context) {
    const { importId } = context.task.input;
    const facts = await table.one(context.db, importId, null);
    if (!facts?.mapping) throw new Failure('notFound', { importId });
    if (facts.state !== 'checking') return { ...facts.report?.counts };
    checkMapping(
      facts.mapping,
      facts.format,
      await namedPoints(context.db, facts.projectId, pointIdsOf(facts.mapping)),
    );
    const points = await context.services.manualWriter.points(pointIdsOf(facts.mapping));
    await staged.clear(context.pool, importId);
    const report = new CheckReport();
    await read(context, facts, facts.mapping, points, report);
    await compare(context, importId, facts.bytes, points, report);
    const found = report.report();
    await table.update(context.db, importId, { state: 'checked', report: found, firstLines: report.named() });
    return { ...found.counts };
  },
  async undo({ db, pool, task: { input } }) {
    await staged.clear(pool, input.importId);
    const facts = await table.one(db, input.importId, null);
    if (facts?.state === 'checking')
      await table.update(db, input.importId, { state: 'uploaded', report: null, firstLines: {} });
  },
});

async function read(
  context: Checking,
  facts: table.ImportFacts,
  mapping: Mapping,
  points: ReadonlyMap<number, ManualPoint>,
  report: CheckReport,
): Promise<void> {
  const file = requireRow(facts.fileId === null ? null : await context.services.files.get(context.db, facts.fileId), {
    file: facts.fileName,
  });
  let rows: staged.StagedRow[] = [];
  let bytes = 0;
  const counted: Bytes = (async function* () {
    for await (const chunk of file.stream) {
      bytes += chunk.length;
      yield chunk as Uint8Array;
    }
  })();
  const sink = sinkInto(report, (row) => void rows.push(row));
  const reading = readingOf(facts, points, context.now().getTime());
  try {
    for await (const _ of batchesOf(counted, facts, mapping, reading, sink)) {
      context.throwIfStopped();
      if (rows.length >= batchRows) {
        const full = rows;
        rows = [];
        await staged.add(context.pool, facts.id, full);
      }
      // Half of the way: the comparison is the other half.
      await context.progress(Math.min(bytes, facts.bytes - 1), facts.bytes * 2);
    }
    await staged.add(context.pool, facts.id, rows);
  } finally {
    file.stream.destroy();
  }
}

/** A sink that ends a line once all that comes of it has come. */
type LineSink = Sink & { readonly endLine: () => void };

function sinkInto(report: CheckReport, keep: (row: staged.StagedRow) => void): LineSink {
  let [records, refusals] = [0, 0];
  return {
    record: (line, pointId, at, sample) => {
      records++;
      keep({ line, pointId, at, sample });
    },
    refuse: (...what) => {
      refusals++;
      report.refuse(...what);
    },
    unknown: (...what) => {
      refusals++;
      report.unknown(...what);
    },
    endLine: () => {
      report.line(records, refusals);
      [records, refusals] = [0, 0];
    },
    passed: (result) => report.passed(result),
    noValue: () => report.noValue(),
  };
}

function readingOf(facts: table.ImportFacts, points: ReadonlyMap<number, ManualPoint>, nowMs: number): Reading {
  // Of a file that was looked at before there were these, nothing is a mark.
  const { decimal, noValue = [], otherMarks = 'refuse', grouped = false } = facts.layout.reading;
  return {
    cells: new CellNumbers({
      // These have the point, whatever the country.
      decimal: isSeriesFormat(facts.format) ? '.' : decimal,
      noValue,
      otherMarks,
      grouped,
    }),
    nowMs,
    nodes: new Map([...points].map(([id, { nodeCount }]) => [id, nodeCount])),
    slots: new Map(
      [...points].map(([id, { type, fields, quantities }]) => [id, new Set(type === 2 ? fields : quantities)]),
    ),
  };
}

/** Feeds the lines of a file to the reader of its layout, some at a time. */
async function* batchesOf(
  bytes: Bytes,
  { format, layout }: table.ImportFacts,
  { values }: Mapping,
  reading: Reading,
  sink: LineSink,
): AsyncGenerator<void> {
  if (values.layout === 'ags4') {
    const take = agsReader(values, reading, sink);
    const takeAll = (rows: readonly MondRow[]) => {
      for (const row of rows) {
        take(row);
        sink.endLine();
      }
    };
    if (format === 'diggs') {
      for await (const rows of diggsReadings(bytes)) yield takeAll(rows);
      return;
    }
    const reader = ags4Reader(({ line, group, rule, fault, detail, lost }) => {
      // Outside of any group nobody knows what a line was: it may have been a reading.
      if (!lost || (group !== 'MOND' && group !== '')) return;
      sink.refuse(line, 'lineBroken', { fault, rule, detail });
      sink.endLine();
    });
    for await (const rows of agsReadings(bytes, layout.reading.encoding, reader)) yield takeAll(rows);
    return;
  }
  const take = lineReader(values, reading, sink);
  for await (const lines of linesOf(bytes, format as Exclude<typeof format, SeriesFormat>, layout.reading)) {
    for (const line of lines) {
      take(line);
      sink.endLine();
    }
    yield;
  }
}

async function compare(
  context: Checking,
  importId: number,
  bytes: number,
  points: ReadonlyMap<number, ManualPoint>,
  report: CheckReport,
): Promise<void> {
  const total = Math.max(1, await staged.count(context.pool, importId));
  let done = 0;
  for (let after: staged.Place | undefined; ; ) {
    const records: staged.StagedRecord[] = await staged.next(context.pool, importId, after ?? null, batchRows);
    if (records.length === 0) return;
    context.throwIfStopped();
    const existing = await context.services.manualWriter.samplesAt(records);
    for (const [i, record] of records.entries()) {
      const before = elementAt(existing, i);
      for (const line of record.repeated) report.repeated(line, record.pointId, record.at);
      const point = getOrThrow(points, record.pointId);
      const after = sampleAfter(point.type, before, record.sample);
      const same = before !== null && isDeepStrictEqual(after, before);
      const result = before === null ? 'added' : same ? 'unchanged' : 'overwritten';
      report.result(result, record, before, after);
      // Of a sensor's point: what people enter by hand may well be the companion of a value alone.
      if (
        result !== 'unchanged' &&
        point.type === 0 &&
        (point.convert(record.at, after)[point.mainIndex] ?? null) === null
      )
        report.withoutValue();
    }
    done += records.length;
    after = records.at(-1);
    await context.progress(Math.round(bytes * (1 + Math.min(1, done / total))), bytes * 2);
  }
}
