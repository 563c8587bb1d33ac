import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  newFormat,
  sampleFor,
  samples,
  tagsOf,
  tagsText,
  tryFormat,
} from '../src/features/devices/models/try-format.ts';

const row = (from: string, channel: string, quantity: string) => ({ from, channel, quantity });
const at = Date.UTC(2026, 2, 18, 12);

test('what is typed is tried at once: rows that are not whole are passed over', () => {
  const draft = { content: 'json', rows: [row('level', '1', 'level'), { from: 'temp' }, row('temp', '1', 'temp')] };
  const tried = tryFormat(draft, 'plain', samples['plain'] ?? '', at);
  assert.deepEqual(
    tried.record?.rows.map(({ row: place, cell }) => [place, cell]),
    [
      [0, 3.52],
      [2, 18.2],
    ],
  );
  assert.equal(tryFormat({ content: 'json', rows: [{ from: 'a' }] }, 'plain', '{}', at).record, null);
  assert.deepEqual(tryFormat(draft, 'plain', '{', at).faults, ['notJson']);
  assert.equal(tryFormat(draft, 'plain', ' ', at).faults.length, 0);
});

/** What a sample says where it is not a level of 3.52; the nodes of a chain are one list. */
const numbers: Readonly<Record<string, unknown>> = {
  nmea: 4,
  lwm2m: 18.2999992370605,
  admChain: [18.2, null, 18.1],
  worldsensing: 812.4,
};

test('a sample of each network gives its sender, its time and its numbers', () => {
  const draft = {
    content: 'json',
    rows: [
      row('level', '1', 'level'),
      row('result', '2', 'value'),
      row('solution', '3', 'value'),
      row('temperature.0.sensorValue', '4', 'value'),
      row('temp', '5', 'temp'),
      row('freqInHz-VW-Ch1', '6', 'value'),
    ],
  };
  for (const [wrapping, sample] of Object.entries(samples)) {
    const { record, faults, source } = tryFormat(draft, wrapping as keyof typeof samples, sample, at);
    assert.deepEqual(faults, [], wrapping);
    const number = numbers[wrapping] ?? 3.52;
    assert.ok(
      record?.rows.some(({ cell }) => isDeepStrictEqual(cell, number)),
      wrapping,
    );
    // What says neither when nor by whom is of its arrival, and of the place that is chosen.
    assert.ok(['plain', 'lwm2m', 'admChain'].includes(wrapping) || record?.at !== null, wrapping);
    assert.ok(['plain', 'nmea', 'lwm2m', 'admChain'].includes(wrapping) || source !== '', wrapping);
  }
});

test('an example is one that the content can be: no JSON for bytes', () => {
  const rows = [row('level', '1', 'level')];
  assert.equal(sampleFor('plain', { content: 'binary', rows }), undefined);
  const csv = { ...newFormat('csv'), time: { from: 'at', form: 'ymd', timeZone: 'UTC' }, rows };
  const { record, faults } = tryFormat(csv, 'plain', sampleFor('plain', csv) ?? '', at);
  assert.deepEqual([faults, record?.rows[0]?.cell, record?.at], [[], 3.52, Date.parse('2026-03-18T05:00:00Z')]);
});

test('bytes are pasted in hexadecimal; tags are written in one line', () => {
  const tags = tagsOf('0175:1, 0377:2');
  assert.equal(tagsText(tags), '0175:1, 0377:2');
  const draft = {
    content: 'binary',
    tags,
    rows: [{ ...row('0377+0', '1', 'level'), order: 'DCBA' as const, scale: 0.01 }],
  };
  assert.equal(tryFormat(draft, 'plain', '01 75 5C 03 77 02 00', at).record?.rows[0]?.cell, 0.02);
  assert.deepEqual(tryFormat(draft, 'plain', 'xyz', at).faults, ['notBytes']);
  assert.equal(
    tryFormat({ ...draft, tags: tagsOf('0175') }, 'plain', '0175', at).record,
    null,
    'a tag without its length',
  );
});
