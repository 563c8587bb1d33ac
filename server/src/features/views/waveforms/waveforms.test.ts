import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { projects } from '@plumbline/contract/site/projects';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { amplitudeSpectrum } from '@plumbline/science/spectra/spectrum';
import { figuresOf } from '@plumbline/science/waveforms/figures';
import { processed } from '@plumbline/science/waveforms/processing';
import { givePassword } from '../../../../test/points.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { dropOldWaveforms } from './waveforms.jobs.ts';

const [server, world, other] = await openWorlds(['Waveforms', 'Other waveforms'], { WAVEFORM_DAYS: '30' });
const { token } = world.admin;
const rateHz = 200;
const burst = (n: number, hz: number, amplitude: number, phase = 0): number[] =>
  Array.from({ length: n }, (_, i) => {
    const value = amplitude * Math.exp(-i / (0.6 * rateHz)) * Math.sin((2 * Math.PI * hz * i) / rateHz + phase);
    // Without -0.
    return Number(value.toFixed(3)) + 0;
  });
const pointId = await makePoint(server, world, 'VB-1', { family: 'vibration', node_count: 0 });

interface Text {
  readonly start?: string;
  readonly unit?: string;
  readonly axes?: Readonly<Record<string, readonly number[]>>;
}
const csv = ({ start = '2026-03-01T00:00:00Z', unit = 'mm/s', axes = { x: burst(1000, 12.5, 4) } }: Text = {}) => {
  const names = Object.keys(axes);
  const rows = (axes[names[0] ?? ''] ?? []).map((_, i) => names.map((name) => axes[name]?.[i]).join(','));
  return [`start,${start}`, `rate,${rateHz}`, `unit,${unit}`, names.join(','), ...rows, ''].join('\n');
};
type Brought = (typeof waveforms.upload.reply)['_zod']['output'] & { readonly error?: string };
async function bring(text: string, more: Readonly<Record<string, string | number>> = {}) {
  const { pointId: to = pointId, ...query } = more;
  const form = new FormData();
  form.set('file', new File([text], 'blast.csv', { type: 'text/csv' }));
  const parameters = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const answer = await fetch(`${server.url}/api/measuring-points/${to}/waveforms?${parameters}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Brought };
}
const stored = async (text: Text = {}) => (await bring(csv(text))).body.waveform?.id ?? 0;
const listed = async (more: object = {}) => (await server.call(waveforms.list, { pointId, ...more }, token)).body;

test('a file is shown first, then stored with its figures; the same again changes nothing, another one is refused', async () => {
  const axes = { x: burst(1000, 12.5, 4), y: burst(1000, 20, 2, 1) };
  const dry = await bring(csv({ axes }), { dryRun: 'true' });
  assert.deepEqual(
    [dry.status, dry.body.waveform, dry.body.faults, dry.body.preview?.axes],
    [200, null, [], ['x', 'y']],
  );
  assert.equal((await listed()).total, 0);
  const { body } = await bring(csv({ axes }));
  const expected = figuresOf([Float64Array.from(axes.x), Float64Array.from(axes.y)], { rateHz, unit: 'mm/s' });
  assert.equal(body.waveform?.vectorSumMmS, expected.vectorSumMmS);
  assert.deepEqual(body.waveform?.axes, [
    { axis: 'x', ...expected.axes[0] },
    { axis: 'y', ...expected.axes[1] },
  ]);
  assert.deepEqual(
    [body.waveform?.source, body.waveform?.fileName, body.waveform?.governing.axis, body.waveform?.samples],
    ['file', 'blast.csv', 'x', 1000],
  );
  const again = await bring(csv({ axes }));
  assert.deepEqual([again.body.isUnchanged, again.body.waveform?.id], [true, body.waveform?.id]);
  const different = await bring(csv({ axes: { x: burst(1000, 12.5, 5), y: axes.y } }));
  assert.deepEqual([different.status, different.body.error], [409, 'waveformExists']);
  assert.equal((await listed()).total, 1);
});

test('what is wrong with a file is told by line, what it does not say is asked for', async () => {
  const wrong = await bring('rate,200\nunit,mm/s\nx,y\n1,2\n3\n');
  assert.deepEqual(
    wrong.body.faults.map(({ line, fault }) => [line, fault]),
    [
      [5, 'cellCount'],
      [5, 'notNumber'],
    ],
  );
  const bare = 'rate,200\nx\n1\n2\n3\n';
  assert.deepEqual((await bring(bare)).body.missing, ['startAt', 'unit']);
  const given = await bring(bare, { startAt: '2026-02-01T00:00:00Z', unit: 'gal' });
  assert.equal(given.body.waveform?.startAt, '2026-02-01T00:00:00.000Z');
  const future = await bring(bare, { startAt: '2026-09-01T00:00:00Z', unit: 'gal' });
  assert.deepEqual([future.status, future.body.error], [400, 'timeInFuture']);
  assert.equal((await bring('\0\x01\x02')).body.error, 'encodingWrong');
  const temperature = await bring(csv(), { pointId: world.pointId });
  assert.deepEqual([temperature.status, temperature.body.error], [409, 'waveformUnsuitable']);
});

test('the list goes back page by page and holds what is strong enough', async () => {
  const total = (await listed()).total;
  for (const day of ['02', '03', '04'])
    await stored({ start: `2026-03-${day}T00:00:00Z`, axes: { z: burst(600, 10, Number(day)) } });
  const first = await listed({ pageSize: 2 });
  assert.deepEqual(
    first.waveforms.map(({ startAt }) => startAt.slice(0, 10)),
    ['2026-03-04', '2026-03-03'],
  );
  assert.deepEqual([first.more, first.total], [true, total + 3]);
  const next = await listed({ pageSize: 200, before: first.waveforms[1]?.startAt });
  assert.deepEqual([next.waveforms.length, next.more], [total + 1, false]);
  const strong = await listed({ minVectorSumMmS: 3.3 });
  assert.ok(strong.waveforms.length > 0 && strong.waveforms.length < strong.total + 1);
  assert.ok(strong.waveforms.every(({ vectorSumMmS }) => vectorSumMmS >= 3.3));
});

test('few samples are exact, many are the lowest and highest of each pixel; a part is asked for by seconds', async () => {
  const x = burst(4000, 5, 3);
  x[3210] = 9;
  const waveformId = await stored({ start: '2026-03-05T00:00:00Z', axes: { x } });
  const read = async (more: object) =>
    (await server.call(waveforms.samples, { pointId, waveformId, ...more } as never, token)).body;
  const wide = await read({ width: 100 });
  assert.deepEqual([wide.isExact, wide.seconds, wide.axes[0]?.low.length], [false, 20, 100]);
  assert.equal(Math.max(...(wide.axes[0]?.high ?? [])), 9);
  const part = await read({ width: 100, from: 16, to: 16.5 });
  assert.deepEqual([part.isExact, part.fromSeconds, part.stepSeconds], [true, 16, 1 / rateHz]);
  assert.deepEqual(part.axes[0]?.low, x.slice(3200, 3301));
  const beyond = await read({ from: 1000, to: 1001 });
  assert.equal(beyond.axes[0]?.low.length, 2, 'never nothing');
  const velocity = await read({ quantity: 'velocity', highPassHz: 1, lowPassHz: 40, width: 4000 });
  const about = { rateHz, unit: 'mm/s' } as const;
  const steps = { quantity: 'velocity', highPassHz: 1, lowPassHz: 40 } as const;
  assert.deepEqual(velocity.axes[0]?.low, [...(processed(Float64Array.from(x), about, steps) ?? [])]);
});

test('spectra agree with science, and a filter that does not fit is refused with the reason', async () => {
  const x = burst(2048, 25, 4);
  const waveformId = await stored({ start: '2026-03-06T00:00:00Z', axes: { x } });
  const read = (more: object) => server.call(waveforms.spectrum, { pointId, waveformId, ...more } as never, token);
  const { body } = await read({});
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const expected = amplitudeSpectrum(
    x.map((value) => value - mean),
    rateHz,
  );
  assert.deepEqual(body.axes[0]?.values, [...expected.values.slice(1)]);
  assert.deepEqual([body.unit, body.resolutionHz], ['mm/s', rateHz / 2048]);
  assert.ok(Math.abs((body.axes[0]?.dominantHz ?? 0) - 25) < 0.5);
  assert.equal((await read({ kind: 'density', window: 'rectangle' })).body.unit, '(mm/s)²/Hz');
  const octaves = (await read({ kind: 'thirdOctaves' })).body;
  assert.deepEqual([octaves.resolutionHz, Math.round(octaves.axes[0]?.dominantHz ?? 0)], [null, 25]);
  for (const [more, fault] of [
    [{ lowPassHz: 100 }, 'aboveHalfRate'],
    [{ highPassHz: 20, lowPassHz: 10 }, 'crossed'],
  ] as const) {
    const answer = await read(more);
    assert.deepEqual([answer.status, answer.body.error], [400, 'waveformFilter']);
    assert.equal((answer.body.detail as { fault: string }).fault, fault);
  }
});

test('the CSV of a waveform as recorded is the waveform: uploaded elsewhere it is the same', async () => {
  const axes = { x: burst(500, 7, 2), z: burst(500, 9, 1) };
  const waveformId = await stored({ start: '2026-03-07T01:02:03.456Z', axes });
  const path = `/api/measuring-points/${pointId}/waveforms/${waveformId}/csv`;
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  assert.match(text, /^start,2026-03-07T01:02:03.456Z\r\nrate,200\r\nunit,mm\/s\r\nsamples,500\r\ntime,x,z\r\n0,/);
  const again = await bring(text);
  assert.deepEqual([again.body.isUnchanged, again.body.waveform?.id], [true, waveformId]);
});

test('a waveform of another point is not found, one that is deleted is gone, and its point is none the less there', async () => {
  const waveformId = await stored({ start: '2026-03-08T00:00:00Z' });
  const beside = await makePoint(server, world, 'VB-2', { family: 'vibration', node_count: 0 });
  assert.equal((await server.call(waveforms.get, { pointId: beside, waveformId }, token)).status, 404);
  assert.equal((await server.call(waveforms.get, { pointId, waveformId }, other.admin.token)).status, 404);
  assert.equal((await server.call(waveforms.remove, { pointId: beside, waveformId }, token)).status, 404);
  assert.equal((await server.call(waveforms.remove, { pointId, waveformId }, token)).status, 200);
  assert.equal((await server.call(waveforms.get, { pointId, waveformId }, token)).status, 404);
});

test('waveforms are counted among what a project holds, and go with their point', async () => {
  const { body } = await server.call(projects.losses, { projectId: world.projectId }, token);
  assert.equal(body.waveforms, (await listed()).total);
  assert.ok(body.creator, 'they alone require the password of the creator');
  const doomed = await makePoint(server, world, 'VB-3', { family: 'vibration', node_count: 0 });
  await bring(csv(), { pointId: doomed });
  const of = () => server.db.selectFrom('waveform').select('id').where('point_id', '=', doomed).execute();
  assert.equal((await of()).length, 1);
  await givePassword(server, world.admin.id, 'Plumb-2026');
  const remove = (more: object) => server.call(lifecycle.remove, { pointId: doomed, ...more } as never, token);
  assert.equal((await remove({})).body.error, 'passwordNeeded', 'what was measured is not deleted in passing');
  assert.equal((await remove({ password: 'Plumb-2026' })).status, 200);
  assert.deepEqual(await of(), []);
});

test('what is older than the setting is dropped by the clock, and nothing younger', async () => {
  const ageDays = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000).toISOString();
  await stored({ start: ageDays(31) });
  await stored({ start: ageDays(29) });
  await server.tick(dropOldWaveforms.name);
  const starts = (await listed({ pageSize: 200 })).waveforms.map(({ startAt }) => startAt);
  assert.ok(starts.includes(ageDays(29)));
  assert.ok(starts.every((startAt) => startAt >= ageDays(30)));
});
