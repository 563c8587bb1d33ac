/** RTCM 3: the example of the standard, frames out of a stream, and a second implementation's counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc24q, rtcmFramesOf, stationOf } from '../src/formats/rtcm3.ts';
import { unwrap } from '../src/formats/unwrap.ts';

/** Message 1005 of the standard's section 4: station 2003. */
const example = Buffer.from('D300133ED7D30202980EDEEF34B4BD62AC0941986F33360B98', 'hex');
const frameOf = (payload: Buffer) => {
  const head = Buffer.concat([Buffer.from([0xd3, payload.length >> 8, payload.length & 0xff]), payload]);
  const check = crc24q(head);
  return Buffer.concat([head, Buffer.from([check >> 16, (check >> 8) & 0xff, check & 0xff])]);
};

test('the station of the example, to a tenth of a millimetre', () => {
  const { frames, passed, rest } = rtcmFramesOf(example);
  assert.deepEqual([frames.length, passed, rest.length, frames[0]?.type], [1, 0, 0, 1005]);
  assert.deepEqual(frames.map(stationOf), [{ id: 2003, x: 1114104.5999, y: -4850729.7108, z: 3975521.4643 }]);
  const { uplinks, faults } = unwrap(
    'rtcm3',
    example,
    { topic: '', receivedAt: 0, timeZone: 'UTC' },
    { in: 'topic', level: 1 },
  );
  assert.deepEqual([uplinks[0]?.source, uplinks[0]?.at, faults], ['rtcm-2003', null, []]);
});

test('frames are found between other bytes, cut anywhere, and byte for byte as they came', () => {
  const other = frameOf(Buffer.from([0x43, 0x50, 1, 2, 3]));
  const stream = Buffer.concat([
    Buffer.from('noise\xd3', 'latin1'),
    example,
    other,
    Buffer.from([0xd3, 0xff]),
    example,
  ]);
  for (let cut = 0; cut <= stream.length; cut++) {
    const first = rtcmFramesOf(stream.subarray(0, cut));
    const second = rtcmFramesOf(Buffer.concat([first.rest, stream.subarray(cut)]));
    const frames = [...first.frames, ...second.frames];
    assert.deepEqual(
      frames.map(({ type }) => type),
      [1005, 1077, 1005],
      `cut at ${cut}`,
    );
    assert.deepEqual(Buffer.concat(frames.map(({ bytes }) => bytes)), Buffer.concat([example, other, example]));
    assert.equal(first.passed + second.passed, 8);
    assert.equal(second.rest.length, 0);
  }
});

test('a frame of which one bit is another is none', () => {
  for (let bit = 0; bit < example.length * 8; bit++) {
    const wrong = Buffer.from(example);
    wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
    assert.deepEqual(rtcmFramesOf(wrong).frames, [], `bit ${bit}`);
  }
});

test('message 1006 has the height of the antenna too', () => {
  const payload = Buffer.concat([example.subarray(3, 22), Buffer.from([0x3a, 0x98])]);
  payload[0] = 0x3e;
  payload[1] = 0xe7;
  const station = stationOf({ type: 1006, bytes: frameOf(payload) });
  assert.deepEqual([station?.id, station?.height], [2003, 1.5]);
});

test('bytes that look like frames everywhere are passed over in bounded time', () => {
  const content = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < content.length; at += 2) content[at] = 0xd3;
  const begun = process.cpuUsage();
  const { frames, passed, rest } = rtcmFramesOf(content);
  assert.deepEqual([frames.length, passed + rest.length], [0, content.length]);
  assert.ok(process.cpuUsage(begun).user < 2_000_000);
});
