/** What the pages of released reports say: whether the whole chain holds, and where on its way a report is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChainVerdict, wholeVerdict } from '../src/features/reports/pages/chain-verdict.ts';
import { stepsOf } from '../src/features/reports/pages/review-steps.ts';

const part = (change: Partial<ChainVerdict>): ChainVerdict => ({
  holds: true,
  seals: 10,
  files: 30,
  faults: [],
  next: null,
  end: 'end',
  ...change,
});
const fault = { number: 17, reportId: 5, fault: 'seal', format: null } as const;

/** The verdict on these parts, and after which seals each was asked for. */
async function verdictOn(...parts: readonly ChainVerdict[]) {
  const requests: (number | undefined)[] = [];
  const verdict = await wholeVerdict(async (after) => {
    requests.push(after);
    const next = parts[requests.length - 1];
    assert.ok(next, 'asked beyond the end');
    return next;
  });
  return { requests, verdict };
}

test('a chain is looked at to its end, each part from where the one before ended, and counted as a whole', async () => {
  const { requests, verdict } = await verdictOn(part({ next: 10 }), part({ next: 20 }), part({ seals: 3, files: 7 }));
  assert.deepEqual(requests, [undefined, 10, 20]);
  assert.deepEqual([verdict.holds, verdict.seals, verdict.files], [true, 23, 67]);
});

test('a fault in a later part is the verdict, and nothing is asked for after it', async () => {
  const broken = part({ holds: false, faults: [fault], next: 20 });
  const { requests, verdict } = await verdictOn(part({ next: 10 }), broken);
  assert.deepEqual(requests, [undefined, 10]);
  assert.deepEqual([verdict.holds, verdict.faults], [false, [fault]]);
});

const at = '2026-03-02T08:00:00Z';
const by = (name: string) => ({ id: 1, name, at });
const review = { submitted: by('Wu Jing'), approved: by('Li Na'), released: null };

test('a report stands at one step, with who took each', () => {
  const steps = stepsOf({ ...review, state: 'approved' });
  assert.deepEqual(
    steps.map(({ step, isReached, isCurrent, isOver, by: who }) => [step, isReached, isCurrent, isOver, who?.name]),
    [
      ['draft', true, false, true, undefined],
      ['inReview', true, false, true, 'Wu Jing'],
      ['approved', true, true, false, 'Li Na'],
      ['released', false, false, false, undefined],
    ],
  );
  const draft = stepsOf({ state: 'draft', submitted: null, approved: null, released: null });
  assert.deepEqual(
    draft.map(({ isReached, isOver }) => [isReached, isOver]),
    [
      [true, false],
      [false, false],
      [false, false],
      [false, false],
    ],
  );
});

test('of a released report every step is over; a withdrawn one is at none of them any more', () => {
  const all = { ...review, released: by('Wu Jing') };
  for (const [state, current] of [
    ['released', ['released']],
    ['withdrawn', []],
  ] as const) {
    const steps = stepsOf({ ...all, state });
    assert.ok(
      steps.every(({ isReached, isOver }) => isReached && isOver),
      state,
    );
    assert.deepEqual(
      steps.filter(({ isCurrent }) => isCurrent).map(({ step }) => step),
      current,
    );
  }
});
