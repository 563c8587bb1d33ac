import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { devices } from '@plumbline/contract/devices/devices';
import { newsBetween } from '../src/features/devices/connections/arrivals.queries.ts';
import { sampleWords } from '../src/features/devices/connections/sample-words.ts';
import type { Reply } from '../src/kernel/queries.ts';

type DeviceReply = Reply<typeof devices.get>;
const reply = (refusedCount: number, samples: DeviceReply['unbound']): DeviceReply =>
  ({
    device: {
      refused: {
        count: refusedCount,
        at: '2026-03-18T06:00:02.000Z',
        error: 'malformedReading',
        detail: null,
        deferred: 0,
      },
    },
    unbound: samples,
  }) as unknown as DeviceReply;
const sample = (channel: string, second: number) => ({
  channel,
  at: '2026-03-18T06:00:00.000Z',
  receivedAt: `2026-03-18T06:00:0${second}.000Z`,
  sample: { frequency: 2712.4 },
});

test('what was there already is no news', () => {
  const same = reply(3, [sample('1', 1)]);
  assert.deepEqual(newsBetween(same, reply(3, [sample('1', 1)])), []);
});

test('a sample that came since, of a known channel or a new one, is news; the newest first', () => {
  const news = newsBetween(reply(0, [sample('1', 1)]), reply(0, [sample('1', 3), sample('2', 4)]));
  assert.deepEqual(
    news.map((each) => [each.kind, each.kind === 'sample' && each.channel]),
    [
      ['sample', '2'],
      ['sample', '1'],
    ],
  );
});

test('a refusal is news with how many there were', () => {
  const [refused, ...more] = newsBetween(reply(1, []), reply(4, []));
  assert.deepEqual([refused?.kind, refused?.kind === 'refused' && refused.count, more.length], ['refused', 3, 0]);
});

test('a sample is said as the device named it', () => {
  assert.equal(sampleWords({ frequency: 2712.4, temperature: -3.5 }), 'frequency 2712.4, temperature −3.5');
  assert.equal(sampleWords({ x: [0.1, 0.2, null, 0.4] }), 'x 0.1 / 0.2 / — … (4)');
});
