/** What a dry run finds, gathered as it goes: how many of each fate, and the first lines of each. Bounded. */
import type { ErrorName } from '@plumbline/contract/errors';
import { type ImportLine, type LineResult, lineResults, linesNamed } from '@plumbline/contract/imports';
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { Named, Report } from '../imports.table.ts';

const maxNames = 500;

export function openReport() {
  const counts = {
    ...{ lines: 0, added: 0, overwritten: 0, unchanged: 0, refused: 0, repeated: 0 },
    ...{ empty: 0, skipped: 0, withoutValue: 0 },
  };
  const reasons: Record<string, number> = {};
  const unknown = new Map<string, { point: string; field: string; lines: number }>();
  const named = Object.fromEntries(lineResults.map((result) => [result, firstLines()])) as Record<
    LineResult,
    FirstLines
  >;
  const points = new Set<number>();
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  return {
    line() {
      counts.lines++;
    },
    passed(result: 'empty' | 'skipped') {
      counts[result]++;
    },
    withoutValue() {
      counts.withoutValue++;
    },
    refuse(line: number, error: ErrorName, detail: unknown, pointId?: number, at?: number) {
      counts.refused++;
      reasons[error] = (reasons[error] ?? 0) + 1;
      named.refused.add(line, () => ({ ...lineOf(line, pointId ?? null, at ?? null), error, detail }));
    },
    unknown(line: number, point: string, field: string) {
      this.refuse(line, 'logPointUnknown', { point, field });
      const key = `${point}\n${field}`;
      const known = unknown.get(key);
      if (known) known.lines++;
      else if (unknown.size < maxNames) unknown.set(key, { point, field, lines: 1 });
    },
    result(
      result: 'added' | 'overwritten' | 'unchanged',
      { line, pointId, at, sample }: { line: number; pointId: number; at: number; sample: Sample },
      before: Sample | null,
      after: Sample,
    ) {
      counts[result]++;
      points.add(pointId);
      fromMs = Math.min(fromMs, at);
      toMs = Math.max(toMs, at);
      named[result].add(line, () => ({
        ...lineOf(line, pointId, at),
        values: sample,
        before: result === 'overwritten' ? before : null,
        after: result === 'overwritten' ? after : null,
      }));
    },
    repeated(line: number, pointId: number, at: number) {
      counts.repeated++;
      named.repeated.add(line, () => lineOf(line, pointId, at));
    },
    report: (): Report => ({
      counts: { ...counts },
      reasons,
      unknown: [...unknown.values()].sort((a, b) => b.lines - a.lines),
      fromMs: points.size > 0 ? fromMs : null,
      toMs: points.size > 0 ? toMs : null,
      pointIds: [...points].sort((a, b) => a - b),
    }),
    named: (): Named => Object.fromEntries(lineResults.map((result) => [result, named[result].lines()])),
  };
}

const lineOf = (line: number, pointId: number | null, at: number | null): ImportLine => ({
  line,
  error: null,
  detail: null,
  pointId,
  at: at === null ? null : new Date(at).toISOString(),
  values: null,
  before: null,
  after: null,
});

type FirstLines = ReturnType<typeof firstLines>;

/** The lines with the lowest numbers, whatever the order in which they come. */
function firstLines() {
  let lines: ImportLine[] = [];
  let highest = Number.POSITIVE_INFINITY;
  const settle = () => {
    lines = lines.sort((a, b) => a.line - b.line).slice(0, linesNamed);
    if (lines.length === linesNamed) highest = lines.at(-1)!.line;
  };
  return {
    add(line: number, make: () => ImportLine) {
      if (line > highest) return;
      lines.push(make());
      if (lines.length >= linesNamed * 2) settle();
    },
    lines() {
      settle();
      return lines;
    },
  };
}
