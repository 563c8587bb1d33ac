/** What a dry run finds, gathered as it goes: how many lines of each result, and the first of each. Bounded. */
import type { ErrorName } from '@plumbline/contract/kernel/errors';
import { type ImportLine, type LineResult, lineResults, linesNamed } from '@plumbline/contract/readings/imports';
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { Named, Report } from '../imports.table.ts';

const maxNames = 500;

export class CheckReport {
  readonly #counts = {
    lines: 0,
    acceptedLines: 0,
    partLines: 0,
    refusedLines: 0,
    added: 0,
    overwritten: 0,
    unchanged: 0,
    refused: 0,
    repeated: 0,
    empty: 0,
    skipped: 0,
    noValue: 0,
    withoutValue: 0,
  };
  readonly #reasons: Record<string, number> = {};
  readonly #unknown = new Map<string, { point: string; field: string; lines: number }>();
  readonly #named: Readonly<Record<LineResult, FirstLines>> = {
    added: new FirstLines(),
    overwritten: new FirstLines(),
    unchanged: new FirstLines(),
    refused: new FirstLines(),
    repeated: new FirstLines(),
  };
  readonly #points = new Set<number>();
  #fromMs = Number.POSITIVE_INFINITY;
  #toMs = Number.NEGATIVE_INFINITY;

  /** A line of data: how many records came of it, and how many refusals. One that is neither was passed over. */
  line(records: number, refusals: number): void {
    this.#counts.lines++;
    if (refusals > 0) this.#counts[records > 0 ? 'partLines' : 'refusedLines']++;
    else if (records > 0) this.#counts.acceptedLines++;
  }

  passed(result: 'empty' | 'skipped'): void {
    this.#counts[result]++;
  }

  noValue(): void {
    this.#counts.noValue++;
  }

  withoutValue(): void {
    this.#counts.withoutValue++;
  }

  refuse(line: number, error: ErrorName, detail: unknown, pointId?: number, at?: number): void {
    this.#counts.refused++;
    this.#reasons[error] = (this.#reasons[error] ?? 0) + 1;
    this.#named.refused.add(line, () => ({ ...lineOf(line, pointId ?? null, at ?? null), error, detail }));
  }

  unknown(line: number, point: string, field: string): void {
    this.refuse(line, 'logPointUnknown', { point, field });
    const key = `${point}\n${field}`;
    const known = this.#unknown.get(key);
    if (known) known.lines++;
    else if (this.#unknown.size < maxNames) this.#unknown.set(key, { point, field, lines: 1 });
  }

  result(
    result: 'added' | 'overwritten' | 'unchanged',
    { line, pointId, at, sample }: { line: number; pointId: number; at: number; sample: Sample },
    before: Sample | null,
    after: Sample,
  ): void {
    this.#counts[result]++;
    this.#points.add(pointId);
    this.#fromMs = Math.min(this.#fromMs, at);
    this.#toMs = Math.max(this.#toMs, at);
    this.#named[result].add(line, () => ({
      ...lineOf(line, pointId, at),
      values: sample,
      before: result === 'overwritten' ? before : null,
      after: result === 'overwritten' ? after : null,
    }));
  }

  repeated(line: number, pointId: number, at: number): void {
    this.#counts.repeated++;
    this.#named.repeated.add(line, () => lineOf(line, pointId, at));
  }

  report(): Report {
    const hasRecords = this.#points.size > 0;
    return {
      counts: { ...this.#counts },
      reasons: this.#reasons,
      unknown: [...this.#unknown.values()].sort((a, b) => b.lines - a.lines),
      fromMs: hasRecords ? this.#fromMs : null,
      toMs: hasRecords ? this.#toMs : null,
      pointIds: [...this.#points].sort((a, b) => a - b),
    };
  }

  named(): Named {
    return Object.fromEntries(lineResults.map((result) => [result, this.#named[result].lines()]));
  }
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

/** The lines with the lowest numbers, whatever the order in which they come. */
class FirstLines {
  #lines: ImportLine[] = [];
  /** No line behind this one is listed any more. */
  #highest = Number.POSITIVE_INFINITY;

  add(line: number, make: () => ImportLine): void {
    if (line > this.#highest) return;
    this.#lines.push(make());
    if (this.#lines.length >= linesNamed * 2) this.#cut();
  }

  lines(): readonly ImportLine[] {
    this.#cut();
    return this.#lines;
  }

  #cut(): void {
    this.#lines = this.#lines.sort((a, b) => a.line - b.line).slice(0, linesNamed);
    const last = this.#lines[linesNamed - 1];
    if (last) this.#highest = last.line;
  }
}
