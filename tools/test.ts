/**
 * `npm test`: every test file in one run of the Node test runner, whose closing lines are the last thing printed.
 * `npm test -- alerts` runs the files whose path contains the word; flags go to the runner:
 * `npm test -- --test-name-pattern=settle alerts`. `--changed` runs the files that the changes since HEAD concern,
 * `--changed=main` those since the branch left main. Lengths: tools/runner/lengths.ts.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readModules } from './rules/modules.ts';
import { readArguments } from './runner/arguments.ts';
import { changedSince, testsOf } from './runner/changed.ts';
import { longSettings } from './runner/lengths.ts';
import { keepLongRun, lastLongRun } from './runner/long-run.ts';
import { findTests, readSeconds, shareOut, writeSeconds } from './runner/plan.ts';
import { readResult } from './runner/result.ts';

const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules', '.cache', 'plumbline');
/** More than there are cores: the page tests, half of the work, mostly wait for their browser. */
const processes = 4;

const { words, flags, changedSince: base, long } = readArguments(process.argv.slice(2));
const all = findTests(root);
const selected = words.length ? all.filter((path) => words.some((word) => path.includes(word))) : all;
if (selected.length === 0) {
  process.stderr.write(`No test file's path contains ${words.join(' or ')}\n`);
  process.exit(1);
}
const files = base === null ? selected : concerned(base);
if (files.length === 0) {
  process.stdout.write('No test file is concerned by the changes\n');
  process.exit(0);
}
const lengths = lengthsOf(long);

/** The asked files that the changes since a commit concern. */
function concerned(since: string): readonly string[] {
  const changed = changedSince(root, since);
  const found = testsOf(changed, readModules(root), selected);
  const pages = found.some((path) => path.startsWith('e2e/')) ? '' : '; no page test: npm test -- e2e runs them';
  process.stdout.write(
    `${changed.length} changed files concern ${found.length} of ${selected.length} test files${pages}\n`,
  );
  return found;
}

/** The settings of the files that run long. */
function lengthsOf(which: typeof long): ReturnType<typeof longSettings> {
  if (which === null) return new Map();
  const settings = longSettings(which === 'all' ? 'all' : changedSinceLongRun());
  process.stdout.write(`At full length: ${[...settings.keys()].join(', ') || 'no file'}\n`);
  return settings;
}

/** A copy of the repository may be without its past. */
function changedSinceLongRun(): readonly string[] | 'unknown' {
  const since = lastLongRun(root);
  try {
    if (since) return changedSince(root, since);
  } catch {
    process.stdout.write(`The commit of the last long run is not known here: ${since}\n`);
  }
  return 'unknown';
}

/** Writes a file that imports the test files of a process. The runner sorts by name, so the number keeps the order. */
function entryOf(folder: string, paths: readonly string[], number: number): string {
  const load = (path: string) => {
    const url = JSON.stringify(pathToFileURL(join(root, path)).href);
    return `  [${JSON.stringify(path)}, () => import(${url}), ${JSON.stringify(lengths.get(path) ?? {})}],`;
  };
  const entry = join(folder, `${String(number).padStart(3, '0')}.mjs`);
  const together = pathToFileURL(join(root, 'tools/runner/together.ts')).href;
  writeFileSync(
    entry,
    [`import { runTogether } from '${together}';`, 'await runTogether([', ...paths.map(load), ']);', ''].join('\n'),
  );
  return entry;
}

const folder = join(cache, `run-${process.pid}`);
mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const resultFile = join(folder, 'result.json');

/** Runs the files of each process; gives the runner's exit code. One database server is started for all of them (server/test/global.ts). */
function run(shares: readonly (readonly string[])[]): Promise<number> {
  const entries = shares.map((paths, i) => entryOf(folder, paths, i));
  const runner = spawn(
    process.execPath,
    [
      '--test',
      '--test-global-setup=server/test/global.ts',
      `--test-concurrency=${processes}`,
      // A test that hangs must not hold the whole run.
      '--test-timeout=1200000',
      '--test-reporter=./tools/runner/reporter.ts',
      '--test-reporter-destination=stdout',
      ...flags,
      ...entries,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        NO_COLOR: process.stdout.isTTY ? undefined : '1',
        NODE_COMPILE_CACHE: join(cache, 'compiled'),
        ...process.env,
        RUN_RESULT: resultFile,
      },
    },
  );
  // Ctrl+C reaches the runner too: it ends its files and its database, and only then this.
  const stop = (signal: NodeJS.Signals) => void runner.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return new Promise((resolve) => {
    runner.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    runner.on('close', (code) => resolve(code ?? 1));
  });
}

/** What git says of the work tree in one line; null where it says nothing. */
const git = (...args: readonly string[]): string | null =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() || null;

/** What a whole run that passed leaves for later ones: what its files take, and that it was long. */
function keepResult(): void {
  const result = readResult(resultFile);
  if (!result || files.length < all.length || flags.length > 0) return;
  // Files take other times at other lengths, and CI plans by the short ones.
  if (long === null) writeSeconds(root, result.seconds);
  const commit = git('rev-parse', 'HEAD');
  if (long === 'all' && commit && git('status', '--porcelain') === null)
    keepLongRun(root, { commit, at: new Date(), closing: result.closing });
}

process.exitCode = await run(shareOut(files, readSeconds(root)));
if (process.exitCode === 0) keepResult();
