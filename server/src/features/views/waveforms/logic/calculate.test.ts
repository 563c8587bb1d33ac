import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { waveformLimits } from '@plumbline/contract/views/waveforms';
import { calculate } from './calculate.ts';
import { calculations } from './calculations.ts';
import type { StoredWaveform } from './shown-waveform.ts';

const rateHz = waveformLimits.samples / waveformLimits.seconds;
const nowMs = Date.parse('2026-04-01T00:00:00Z');
const textOf = (samples: number): string => {
  const axis = (hz: number) =>
    Array.from({ length: samples }, (_, i) => Number((4 * Math.sin((2 * Math.PI * hz * i) / rateHz)).toFixed(2)) + 0);
  return JSON.stringify({
    channel: '1',
    at: '2026-03-01T00:00:00Z',
    rateHz,
    unit: 'mm/s',
    axes: { x: axis(3), y: axis(7), z: axis(11) },
  });
};
const steps = { quantity: 'recorded', highPassHz: null, lowPassHz: null } as const;

/** How often the process could have answered somebody while it waited. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let [turns, isDone] = [0, false];
  const turn = (): void => {
    turns++;
    if (!isDone) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  const result = await work();
  isDone = true;
  return { result, turns };
}

test('the figures and spectra of the longest waveform leave the process free to answer, and are the same numbers', async () => {
  const text = textOf(waveformLimits.samples);
  const values = 3 * waveformLimits.samples;
  // The first call begins the thread.
  await calculate('frame', { text: textOf(10), nowMs }, values);
  const { result, turns } = await turnsDuring(() => calculate('frame', { text, nowMs }, values));
  const here = await turnsDuring(async () => calculations.frame({ text, nowMs }));
  assert.ok(here.turns <= 1, `${here.turns} turns while it is calculated here`);
  assert.ok(turns > 20, `${turns} turns`);
  const { packed } = result;
  // Bytes come from a thread as plain ones.
  const found = { ...packed, data: Buffer.from(packed.data), digest: Buffer.from(packed.digest) };
  assert.deepEqual(found, here.result.packed);
  const { data } = packed;
  const stored: StoredWaveform = { rateHz, unit: 'mm/s', samples: waveformLimits.samples, axes: ['x', 'y', 'z'], data };
  const question = { axis: 'y', measure: 'amplitude', steps } as const;
  const moving = { stored, question, stretch: { from: 0 }, windowSeconds: 2, fromHz: 0, toHz: 100 };
  const short = await turnsDuring(() => calculate('shortTime', moving, values));
  assert.ok(short.turns > 5, `${short.turns} turns`);
  assert.ok(short.result.columns.every(({ peakHz, peak }) => peakHz === 7 && Math.abs((peak ?? 0) - 4) < 0.01));
});

test('what a calculation refuses is refused by its name in the thread as here, and the next one is answered', async () => {
  const frame = (text: string, samples: number) => calculate('frame', { text, nowMs }, samples);
  for (const samples of [1, 1e6]) {
    await assert.rejects(frame('{"channel":"1"}', samples), (error) => {
      assert.ok(error instanceof Failure);
      assert.deepEqual([error.name, typeof error.detail], ['malformedReading', 'string']);
      return true;
    });
    assert.equal((await frame(textOf(10), samples)).channel, '1');
  }
});
