/** How strong waveforms were, by time: each that fits, thinned without losing a peak. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { magnitudeLimit } from '@plumbline/contract/views/waveforms.spectra';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { pack } from './logic/recorded.ts';
import * as table from './waveforms.table.ts';

const [server, world] = await openWorlds(['Magnitudes']);
const { token } = world.admin;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const point = (name: string) => makePoint(server, world, name, { family: 'vibration', node_count: 0 });
const iso = (minute: number) => new Date(startMs + minute * 60_000).toISOString();

/** A sine of 5 Hz of so many mm/s. */
async function store(pointId: number, minute: number, mmS: number): Promise<number> {
  const samples = Float64Array.from({ length: 200 }, (_, i) => mmS * Math.sin((2 * Math.PI * 5 * i) / 100));
  const recorded = {
    startMs: startMs + minute * 60_000,
    rateHz: 100,
    unit: 'mm/s' as const,
    trigger: mmS > 2 ? 'level 2 mm/s' : null,
    axes: [{ axis: 'x' as const, samples }],
  };
  const origin = { source: 'file', deviceId: null, byName: null, fileName: null, receivedAt: new Date() } as const;
  return (await table.insert(server.db, pointId, pack(recorded), origin)).id;
}
const read = (pointId: number, more: object = {}) =>
  server.call(waveforms.magnitudes, { pointId, from: iso(-1), to: iso(10_000), ...more } as never, token);

test('each event of the span by time, with its velocity, frequency and trigger; weaker ones stay out where asked', async () => {
  const pointId = await point('VB-M1');
  const ids = [await store(pointId, 20, 1), await store(pointId, 10, 3), await store(pointId, 30, 2)];
  const { body } = await read(pointId);
  assert.equal(body.total, 3);
  assert.deepEqual(
    body.events.map(({ waveformId, startAt, trigger }) => [waveformId, startAt, trigger]),
    [
      [ids[1], iso(10), 'level 2 mm/s'],
      [ids[0], iso(20), null],
      [ids[2], iso(30), null],
    ],
  );
  const { waveforms: listed } = (await server.call(waveforms.list, { pointId } as never, token)).body;
  for (const { waveformId, vectorSumMmS, axis, velocityMmS, frequencyHz } of body.events) {
    const one = listed.find(({ id }) => id === waveformId);
    assert.equal(vectorSumMmS, one?.vectorSumMmS, 'the vector sum of the list');
    const { governing } = one ?? {};
    assert.deepEqual(
      { axis, velocityMmS, velocityHz: frequencyHz },
      governing,
      'the component and its own frequency, not that of the vector',
    );
    assert.ok(velocityMmS <= vectorSumMmS);
  }
  const strong = (await read(pointId, { minVectorSumMmS: 1.5 })).body;
  assert.deepEqual([strong.total, strong.events.map(({ waveformId }) => waveformId)], [2, [ids[1], ids[2]]]);
  const early = (await read(pointId, { to: iso(15) })).body;
  assert.deepEqual([early.total, early.events.length], [1, 1]);
  assert.equal((await read(pointId, { from: iso(50), to: iso(40) })).body.error, 'startAfterEnd');
});

test('more than a chart draws are thinned to the strongest of each few, and their number is told', async () => {
  const pointId = await point('VB-M2');
  for (let i = 0; i <= magnitudeLimit; i++) await store(pointId, i * 2, 0.5);
  const strongest = await store(pointId, 701, 9);
  const { body } = await read(pointId);
  assert.deepEqual([body.total, body.events.length], [magnitudeLimit + 2, magnitudeLimit]);
  assert.ok(body.events.some(({ waveformId }) => waveformId === strongest));
  const times = body.events.map(({ startAt }) => startAt);
  assert.deepEqual(times, times.toSorted());
});
