/** Node's `spec` reporter, and before its closing lines the files that took longest. */
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { writeResult } from './result.ts';

const shown = 10;

const tableOf = (seconds: ReadonlyMap<string, number>) =>
  [...seconds]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([path, duration]) => `${duration.toFixed(1).padStart(7)} s  ${path}\n`)
    .join('');

/** In which way the runner saw it fail. */
const failureOf = (error: Error) => ('failureType' in error ? error.failureType : null);

/** Words of a file that belong to none of its tests: of a promise that failed after them, or of what it left running. */
const strayWords = /asynchronous activity after the test ended|^Still running after /;

/** What says more of a process that failed than its tests do; null = nothing does. */
function strayOf({ type, data }: TestEvent): string | null {
  if (type === 'test:diagnostic' || type === 'test:stderr')
    return strayWords.test(data.message) ? data.message.trimEnd() : null;
  if (type !== 'test:fail' || data.nesting !== 0) return null;
  const { cause } = data.details.error;
  const { exitCode, signal } = data.details.error as { exitCode?: number | null; signal?: string | null };
  if (exitCode === undefined && signal === undefined) return null;
  return `${data.name} ended with ${signal ?? exitCode}: ${cause ?? data.details.error.message}`;
}

const strayTable = (words: readonly string[]) => (words.length ? `\nBeside the tests\n  ${words.join('\n  ')}\n` : '');

/** Where the caller reads the result: of this run, not of one that a test of it starts. */
const resultFile = process.env['RUN_RESULT'];
delete process.env['RUN_RESULT'];

/** The events of a run, with the table put in before the first closing line. */
async function* withTable(events: AsyncIterable<TestEvent>) {
  const seconds = new Map<string, number>();
  const failed: string[] = [];
  const closing: string[] = [];
  const stray: string[] = [];
  let failedHooks = 0;
  for await (const event of events) {
    const { type, data } = event;
    const words = strayOf(event);
    if (words !== null) stray.push(words);
    // A file is a suite that nothing surrounds (together.ts).
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0)
      seconds.set(data.name, data.details.duration_ms / 1000);
    if (type === 'test:fail' && data.nesting === 0) {
      failed.push(data.name);
      if (failureOf(data.details.error) === 'hookFailed') failedHooks++;
    }
    if (type !== 'test:diagnostic' || data.nesting !== 0 || data.file !== undefined) {
      yield event;
      continue;
    }
    const [, what, count] = /^(tests|fail) (\d+)$/.exec(data.message) ?? [];
    if (what === 'tests' && closing.length === 0 && seconds.size > 1)
      yield { type: 'test:stdout', data: { message: `${strayTable(stray)}\nSlowest files\n${tableOf(seconds)}\n` } };
    // The runner counts tests alone: the end of a file that fails would be "fail 0".
    const counted = failedHooks > 0 && what ? `${what} ${Number(count) + failedHooks}` : data.message;
    closing.push(counted);
    if (resultFile) writeResult(resultFile, { seconds: Object.fromEntries(seconds), failed, closing });
    yield { ...event, data: { ...data, message: counted } };
  }
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncIterable<string> {
  yield* Readable.from(withTable(events)).pipe(new spec());
}
