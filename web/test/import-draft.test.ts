/** A draft of a mapping while points are made for its file: what a person chose stays as it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledDraft } from '../src/features/readings/imports/first-draft.ts';
import { type Draft, noTarget } from '../src/features/readings/imports/mapping.ts';

const draft = (more: Partial<Draft>): Draft => ({
  layout: 'wide',
  timeColumns: [0],
  pattern: 'dmy',
  timeZone: 'Asia/Shanghai',
  ambiguous: 'earlier',
  targets: {},
  pointColumn: null,
  fieldColumn: null,
  valueColumn: null,
  names: {},
  otherNames: 'skip',
  ...more,
});
const target = (pointId: number | null, name: string | null) => ({ ...noTarget, pointId, name });

test('what is suggested fills columns and names that nobody mapped, and nothing else', () => {
  const mine = draft({ targets: { 1: target(7, 'level'), 2: noTarget }, names: { a: target(null, 'temp') } });
  const suggested = draft({
    pattern: 'mdy',
    timeZone: 'UTC',
    ambiguous: 'refuse',
    otherNames: 'refuse',
    targets: { 1: target(9, 'temp'), 2: target(8, 'level'), 3: target(8, 'temp') },
    names: { a: target(5, 'level'), b: target(6, 'level') },
  });
  assert.deepEqual(filledDraft(mine, suggested), {
    ...mine,
    targets: { 1: target(7, 'level'), 2: target(8, 'level'), 3: target(8, 'temp') },
    names: { a: target(null, 'temp'), b: target(6, 'level') },
  });
});

test('of another layout nothing is filled in', () => {
  const mine = draft({ layout: 'rows', targets: { 1: target(null, 'level') } });
  assert.equal(filledDraft(mine, draft({ targets: { 2: target(3, 'level') } })), mine);
});
