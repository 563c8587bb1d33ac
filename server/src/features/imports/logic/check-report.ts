/** What a dry run finds, gathered as it goes: how many of each fate, and the first lines of each. Bounded. */
import type { ErrorName } from '@plumbline/contract/errors';
import { type ImportLine, type LineFate, lineFates, linesNamed } from '@plumbline/contract/imports';
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { Named, Report } from '../imports.table.ts';

const namesKept = 500;

export function openReport() {
  const counts = {
    ...{ lines: 0, added: 0, overwritten: 0, unchanged: 0, refused: 0, repeated: 0 },
    ...{ empty: 0, skipped: 0, withoutValue: 0 },
  };
  const reasons: Record<string, number> = {};
  const unknown = new Map<string, { point: string; field: string; lines: number }>();
  const named = Object.fromEntries(lineFates.map((fate) => [fate, firstLines()])) as Record<LineFate, FirstLines>;
  const points = new Set<number>();
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  return {
    line() {
      counts.lines++;
    },
    passed(fate: 'empty' | 'skipped') {
      counts[fate]++;
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
      else if (unknown.size < namesKept) unknown.set(key, { point, field, lines: 1 });
    },
    fate(
      fate: 'added' | 'overwritten' | 'unchanged',
      { line, pointId, at, sample }: { line: number; pointId: number; at: number; sample: Sample },
      before: Sample | null,
      after: Sample,
    ) {
      counts[fate]++;
      points.add(pointId);
      fromMs = Math.min(fromMs, at);
      toMs = Math.max(toMs, at);
      named[fate].add(line, () => ({
        ...lineOf(line, pointId, at),
        values: sample,
        before: fate === 'overwritten' ? before : null,
        after: fate === 'overwritten' ? after : null,
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
    named: (): Named => Object.fromEntries(lineFates.map((fate) => [fate, named[fate].lines()])),
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
  let kept: ImportLine[] = [];
  let highest = Number.POSITIVE_INFINITY;
  const settle = () => {
    kept = kept.sort((a, b) => a.line - b.line).slice(0, linesNamed);
    if (kept.length === linesNamed) highest = kept.at(-1)!.line;
  };
  return {
    add(line: number, make: () => ImportLine) {
      if (line > highest) return;
      kept.push(make());
      if (kept.length >= linesNamed * 2) settle();
    },
    lines() {
      settle();
      return kept;
    },
  };
}
