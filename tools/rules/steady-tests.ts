/** Places in test files that go by the wall clock. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTests } from '../runner/plan.ts';

type Texts = (root: string) => Iterable<readonly [path: string, text: string]>;

/** Its planted breaches are none. */
const plantedIn = 'tools/test/steady-tests.test.ts';
const testsIn: Texts = (root) =>
  findTests(root)
    .filter((path) => path !== plantedIn)
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);

const matching = (texts: Iterable<readonly [string, string]>, isBreach: (line: string) => boolean): string[] =>
  [...texts].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => (isBreach(line) ? [`${path}:${index + 1}`] : [])),
  );

/** Lines that compare elapsed time with a number, where only a busy machine decides. */
export const wallClockAssertions = (root: string, texts: Texts = testsIn): string[] =>
  matching(texts(root), (line) => /\bassert\b.*(performance|Date)\.now\(\) - \w+ *[<>]/.test(line));

const sleep = /\b(wait|pause|sleep|waitForTimeout)\(\d[\d_]*\)|\bsetTimeout\(\w+, *\d[\d_]*\)\)/;
/** It waits between two looks, which a loop bounds. */
const isPoll = (line: string) => /\b(for|while) ?\(/.test(line);

/** Lines that wait for a time in place of an event. */
export const fixedSleeps = (root: string, texts: Texts = testsIn): string[] =>
  matching(texts(root), (line) => sleep.test(line) && !isPoll(line));
