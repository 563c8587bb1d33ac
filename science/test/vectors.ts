/** Reads the test vectors (numbers from independent tools) and compares with the tolerance that each file states. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export interface Vector<In, Out> {
  readonly tolerance: number | null;
  readonly cases: readonly { readonly in: In; readonly out: Out }[];
}

export function vector<In, Out>(name: string): Vector<In, Out> {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), 'utf8')) as Vector<In, Out>;
}

/** Equal within `tolerance`, relative above 1 and absolute below. */
export function near(actual: number | null | undefined, expected: number | null, tolerance = 1e-9): void {
  if (expected === null || actual === null || actual === undefined) {
    assert.equal(actual ?? null, expected);
    return;
  }
  const error = Math.abs(actual - expected) / Math.max(1, Math.abs(expected));
  assert.ok(error <= tolerance, `${actual} is not ${expected} (error ${error})`);
}

/** Every number equal within `tolerance`. */
export function nearAll(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number | null = null): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; i++) near(actual[i], expected[i] as number, tolerance ?? undefined);
}
