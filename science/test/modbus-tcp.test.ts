import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RtuRequest } from '../src/modbus/requests.ts';
import { TcpFrameReader, tcpAnswer, tcpFrameOf, tcpRequest } from '../src/modbus/tcp.ts';

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** The example of "MODBUS Messaging on TCP/IP Implementation Guide V1.0b", section 3.1.2: read register 4 of unit FF, here of unit 17. */
const read: RtuRequest = { unit: 0x11, function: 3, address: 4, count: 1 };

test('a request is the PDU of RTU behind its header', () => {
  assert.deepEqual(tcpRequest(read, 0x1501), hex('150100000006110300040001'));
});

test('frames are found however they are cut, and what is none ends the stream', () => {
  const two = [...hex('15010000000511030200 05'.replaceAll(' ', '')), ...hex('150200000003118302')];
  for (let size = 1; size <= two.length; size++) {
    const reader = new TcpFrameReader();
    const found: { transaction: number; pdu: Uint8Array }[] = [];
    for (let at = 0; at < two.length; at += size)
      found.push(...(reader.take(Uint8Array.from(two.slice(at, at + size))) ?? []));
    assert.deepEqual(
      found.map(({ transaction }) => transaction),
      [0x1501, 0x1502],
    );
    const answers: unknown[] = found.map(({ pdu }): unknown => tcpAnswer(read, { transaction: 1, unit: 0x11, pdu }));
    assert.deepEqual(answers, [
      { kind: 'data', data: Uint8Array.of(0, 5) },
      { kind: 'exception', code: 2 },
    ]);
  }
  for (const broken of ['1501000100051103020005', '150100000001', '1501000001ff11', '474554202f20']) {
    const reader = new TcpFrameReader();
    assert.equal(reader.take(hex(broken)), null, broken);
    assert.equal(reader.take(hex('1501000000051103020005')), null, 'for good');
  }
});

test('an answer of another unit, function or length is none', () => {
  const frame = (unit: number, pdu: number[]) => ({ transaction: 1, unit, pdu: Uint8Array.from(pdu) });
  assert.deepEqual(tcpAnswer(read, frame(0x12, [3, 2, 0, 5])), { kind: 'wrong' });
  assert.deepEqual(tcpAnswer(read, frame(0x11, [4, 2, 0, 5])), { kind: 'wrong' });
  assert.deepEqual(tcpAnswer(read, frame(0x11, [3, 4, 0, 5, 0, 6])), { kind: 'wrong' });
  assert.deepEqual(tcpAnswer(read, frame(0x11, [3, 2, 0])), { kind: 'wrong' });
  const bits: RtuRequest = { unit: 1, function: 2, address: 0, count: 9 };
  assert.deepEqual(tcpAnswer(bits, frame(1, [2, 2, 0xff, 1])), { kind: 'data', data: Uint8Array.of(0xff, 1) });
});

test('whatever comes, the reader keeps no more than a frame and never throws', () => {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const good = tcpFrameOf({ transaction: 1, unit: 1, pdu: Uint8Array.of(3, 2, 0, 5) });
  for (let round = 0; round < 5_000; round++) {
    const reader = new TcpFrameReader();
    for (let part = 0; part < 5; part++) {
      const bytes = good
        .map((byte) => (next() < 0.1 ? Math.floor(next() * 256) : byte))
        .slice(0, Math.ceil(next() * good.length));
      const frames = reader.take(bytes);
      for (const frame of frames ?? []) assert.ok(frame.pdu.length <= 253);
    }
  }
});
