/** What the reporter hands over to `npm test`: seconds of each file, and the runner's closing lines. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface RunResult {
  /** By path, as measured beside the other files of the run. */
  readonly seconds: Readonly<Record<string, number>>;
  readonly failed: readonly string[];
  /** `tests 5000`, `pass 5000`, ... */
  readonly closing: readonly string[];
}

export const writeResult = (at: string, result: RunResult): void => writeFileSync(at, JSON.stringify(result));

/** Returns null where a run ended before it could write one. */
export const readResult = (at: string): RunResult | null =>
  existsSync(at) ? (JSON.parse(readFileSync(at, 'utf8')) as RunResult) : null;
