import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerReader } from '../src/modbus/answer-reader.ts';
import { crc16, hasCrc, withCrc } from '../src/modbus/crc.ts';
import { byteOrders, type NumberForm, numberIn } from '../src/modbus/registers.ts';
import { frameOf, RequestFault, type RtuRequest } from '../src/modbus/requests.ts';
import { near, vector } from './vectors.ts';

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const wordsOf = (registers: readonly number[]) => Uint8Array.from(registers.flatMap((each) => [each >> 8, each & 255]));

interface Case {
  kind: string;
  unit: number;
  address: number;
  count: number;
  value: number;
  code: number;
  hex: string;
  registers: number[];
}
const { cases } = vector<Case, Record<string, number> & { hex: string; valid: boolean }>('modbus_rtu');
const ofKind = (kind: string) => {
  const found = cases.filter((each) => each.in.kind === kind);
  assert.ok(found.length > 0, kind);
  return found;
};

const plain: NumberForm = { type: 'uint16', order: 'ABCD', bits: null, scale: 1, offset: 0, nothing: null };
const read = (unit: number, count: number, address = 0): RtuRequest => ({ unit, function: 3, address, count });
const answerOf = (unit: number, registers: readonly number[]) =>
  withCrc([unit, 3, registers.length * 2, ...wordsOf(registers)]);

test('CRC-16 of the specification, of crcmod and of pymodbus', () => {
  const { cases: sums } = vector<{ hex?: string; ascii?: string }, { crc16_modbus: string }>('crc');
  for (const each of sums) {
    const bytes = each.in.hex === undefined ? Buffer.from(each.in.ascii ?? '') : hex(each.in.hex);
    assert.equal(crc16(bytes).toString(16).toUpperCase().padStart(4, '0'), each.out.crc16_modbus);
  }
  assert.equal(text(withCrc([1, 3, 0, 0, 0, 2])), '010300000002c40b');
  for (const each of cases) if (each.out.hex) assert.ok(hasCrc(hex(each.out.hex)), each.in.kind);
  for (const each of ofKind('bad_crc')) assert.equal(hasCrc(hex(each.in.hex)), each.out.valid);
  assert.equal(hasCrc(new Uint8Array(0)), false);
  // The sum of nothing is FFFF: two such bytes are no frame.
  assert.equal(hasCrc(Uint8Array.of(0xff, 0xff)), false);
});

test('requests are the frames that pymodbus sends', () => {
  for (const { in: i, out } of ofKind('read_holding_request'))
    assert.equal(text(frameOf({ unit: i.unit, function: 3, address: i.address, count: i.count })), out.hex);
  for (const { in: i, out } of ofKind('read_input_request'))
    assert.equal(text(frameOf({ unit: i.unit, function: 4, address: i.address, count: i.count })), out.hex);
  for (const { in: i, out } of ofKind('write_single_request'))
    assert.equal(text(frameOf({ unit: i.unit, function: 6, address: i.address, value: i.value })), out.hex);
  for (const { in: i, out } of ofKind('write_multiple_request'))
    assert.equal(text(frameOf({ unit: i.unit, function: 16, address: i.address, values: i.registers })), out.hex);
});

test('requests and answers of the application protocol, 6.1 to 6.12', () => {
  const examples: [RtuRequest, string, string, string][] = [
    [{ unit: 1, function: 1, address: 0x13, count: 0x13 }, '010100130013', '010103cd6b05', 'cd6b05'],
    [{ unit: 1, function: 2, address: 0xc4, count: 0x16 }, '010200c40016', '010203acdb35', 'acdb35'],
    [{ unit: 1, function: 4, address: 8, count: 1 }, '010400080001', '010402000a', '000a'],
    [{ unit: 1, function: 5, address: 0xac, on: true }, '010500acff00', '010500acff00', ''],
    [{ unit: 1, function: 6, address: 1, value: 3 }, '010600010003', '010600010003', ''],
    [
      { unit: 1, function: 15, address: 0x13, bits: [...'1011001110'].map((bit) => bit === '1') },
      '010f0013000a02cd01',
      '010f0013000a',
      '',
    ],
    [{ unit: 1, function: 16, address: 1, values: [10, 0x102] }, '011000010002' + '04000a0102', '011000010002', ''],
  ];
  for (const [request, sent, answered, data] of examples) {
    assert.equal(text(frameOf(request)), text(withCrc([...hex(sent)])));
    const answer = new AnswerReader(request).take(withCrc([...hex(answered)]));
    assert.ok(answer?.kind === 'data');
    if (request.function <= 4) assert.equal(text(answer.data), data);
  }
});

test('what no slave can be sent is refused', () => {
  for (const wrong of [
    read(0, 1),
    read(248, 1),
    read(1, 0),
    read(1, 126),
    read(1, 2, 65535),
    read(1.5, 1),
    { unit: 1, function: 1, address: 0, count: 2001 },
    { unit: 1, function: 6, address: 0, value: 65536 },
    { unit: 1, function: 16, address: 0, values: [-1] },
    { unit: 1, function: 15, address: 0, bits: [] },
  ] as RtuRequest[])
    assert.throws(() => frameOf(wrong), RequestFault, JSON.stringify(wrong));
  assert.equal(frameOf(read(247, 125, 65411)).length, 8);
});

test('an exception, a wrong check sum, noise and silence are told apart', () => {
  for (const { in: i, out } of ofKind('exception_03'))
    assert.deepEqual(new AnswerReader(read(i.unit, 1)).take(hex(out.hex)), { kind: 'exception', code: i.code });
  const wrong = (bytes: Uint8Array, heartbeat = '') => {
    const reader = new AnswerReader(read(9, 2), hex(heartbeat));
    assert.equal(reader.take(bytes), null);
    return reader.why();
  };
  const good = answerOf(9, [1, 2]);
  assert.equal(wrong(good.with(4, 77)), 'crc');
  assert.equal(wrong(hex('')), 'timeout');
  assert.equal(wrong(hex('fefefe'), 'fe'), 'timeout');
  assert.equal(wrong(hex('fefe77'), 'fe'), 'noise');
  assert.equal(wrong(hex('fefe')), 'noise');
  assert.equal(wrong(good.subarray(0, 7)), 'noise', 'an answer that breaks off');
  assert.equal(wrong(answerOf(8, [1, 2])), 'noise', 'another unit');
  assert.equal(wrong(answerOf(9, [1])), 'noise', 'another count');
  assert.equal(wrong(withCrc([9, 4, 4, 0, 1, 0, 2])), 'noise', 'another function');
  assert.equal(wrong(new Uint8Array(5000)), 'noise');
});

test('a write is answered by what was written, by nothing else', () => {
  const request: RtuRequest = { unit: 1, function: 6, address: 1, value: 3 };
  assert.deepEqual(new AnswerReader(request).take(withCrc([1, 6, 0, 1, 0, 3]))?.kind, 'data');
  assert.equal(new AnswerReader(request).take(withCrc([1, 6, 0, 1, 0, 4])), null);
});

/** The same numbers in each run, whoever asks. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('one byte at a time, with noise before and heartbeats anywhere, an answer is found as it was sent', () => {
  const random = randomOf(7);
  const heartbeats = ['', 'fe', '0d0a', '4842', '0103', '48656172744265617421'].map(hex);
  for (let round = 0; round < 3_000; round++) {
    const unit = 1 + random(247);
    const registers = Array.from({ length: 1 + random(20) }, () => random(65536));
    const answer = answerOf(unit, registers);
    const heartbeat = heartbeats[random(heartbeats.length)]!;
    const noise = Array.from({ length: random(6) }, () => random(256));
    const inside = heartbeat.length === 0 ? [] : [1 + random(answer.length - 1)];
    const bytes = [...noise, ...heartbeat];
    for (const [at, byte] of answer.entries()) {
      if (inside.includes(at)) bytes.push(...heartbeat);
      bytes.push(byte);
    }
    const reader = new AnswerReader(read(unit, registers.length), heartbeat);
    let found: ReturnType<AnswerReader['take']> = null;
    for (const byte of bytes) found ??= reader.take(Uint8Array.of(byte));
    assert.deepEqual(
      found,
      { kind: 'data', data: wordsOf(registers) },
      `round ${round}: ${text(Uint8Array.from(bytes))}`,
    );
  }
});

test('data that looks like heartbeats stays data', () => {
  const registers = Array<number>(20).fill(0xfefe);
  const reader = new AnswerReader(read(1, 20), hex('fe'));
  assert.deepEqual(reader.take(answerOf(1, registers)), { kind: 'data', data: wordsOf(registers) });
});

test('mutated frames neither throw nor hang, and what is found was sent with its check sum', () => {
  const random = randomOf(11);
  const rounds = Number(process.env['PROPERTY_RUNS'] ?? 40_000);
  const begun = process.cpuUsage();
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const unit = 1 + random(3);
    const frame = answerOf(unit, [random(65536), random(65536)]);
    const bytes = [...frame];
    for (let change = random(4); change > 0; change--) {
      const at = random(bytes.length);
      const kind = random(3);
      if (kind === 0) bytes[at] = random(256);
      else if (kind === 1) bytes.splice(at, 1);
      else bytes.splice(at, 0, random(256));
    }
    const reader = new AnswerReader(read(unit, 2), round % 2 ? hex('fe') : undefined);
    const answer = reader.take(Uint8Array.from(bytes));
    if (answer) {
      found++;
      const whole = answer.kind === 'data' ? [unit, 3, 4, ...answer.data] : [unit, 0x83, answer.code];
      const sent = round % 2 ? bytes.filter((byte) => byte !== 0xfe) : bytes;
      const expected = withCrc(whole).filter((byte) => round % 2 === 0 || byte !== 0xfe);
      assert.ok(text(Uint8Array.from(sent)).includes(text(expected)), text(Uint8Array.from(bytes)));
    } else assert.ok(['timeout', 'crc', 'noise'].includes(reader.why()));
  }
  assert.ok(found > rounds / 10, `${found} of ${rounds}`);
  const { user } = process.cpuUsage(begun);
  assert.ok(user < rounds * 1_000, `${rounds} took ${user} µs`);
});

test('a flood that is all beginnings and heartbeats is read in bounded time and memory', () => {
  for (const [head, heartbeat] of [
    ['01', '01'],
    ['0103', '01'],
    ['010304', '03'],
  ] as const) {
    const reader = new AnswerReader(read(1, 2), hex(heartbeat));
    const flood = hex(head.repeat(4_000));
    const begun = process.cpuUsage();
    for (let at = 0; at < flood.length; at += 1) if (reader.take(flood.subarray(at, at + 1))) break;
    assert.ok(process.cpuUsage(begun).user < 10_000_000);
  }
});

test('numbers: the four orders as struct reads them', () => {
  for (const { in: i, out } of ofKind('float32_decode')) {
    const data = wordsOf(i.registers);
    near(numberIn(data, 0, { ...plain, type: 'float32' }) as number, out['ABCD']!, 1e-12);
    near(numberIn(data, 0, { ...plain, type: 'float32', order: 'CDAB' }) as number, out['CDAB']!, 1e-12);
    assert.equal(numberIn(data, 0, { ...plain, type: 'int32' }), out['int32']);
  }
});

test('numbers: every type in every order is what was written', () => {
  const random = randomOf(3);
  const types = [
    ['uint16', 2, (view: DataView, value: number) => view.setUint16(0, value), 65_535],
    ['int16', 2, (view: DataView, value: number) => view.setInt16(0, value), -32_768],
    ['uint32', 4, (view: DataView, value: number) => view.setUint32(0, value), 4_294_967_295],
    ['int32', 4, (view: DataView, value: number) => view.setInt32(0, value), -2_147_483_648],
    ['float32', 4, (view: DataView, value: number) => view.setFloat32(0, value), -0.25],
    ['float64', 8, (view: DataView, value: number) => view.setFloat64(0, value), 1.000000000000001],
  ] as const;
  const arranged = {
    ABCD: (words: number[][]) => words,
    CDAB: (words: number[][]) => words.toReversed(),
    BADC: (words: number[][]) => words.map((word) => word.toReversed()),
    DCBA: (words: number[][]) => words.toReversed().map((word) => word.toReversed()),
  };
  for (const [type, size, write, edge] of types)
    for (const order of byteOrders)
      for (const value of [0, 1, edge, random(30_000)]) {
        const bytes = new Uint8Array(size);
        write(new DataView(bytes.buffer), value);
        const words = Array.from({ length: size / 2 }, (_, at) => [bytes[at * 2]!, bytes[at * 2 + 1]!]);
        const data = Uint8Array.from([0xaa, 0xaa, ...arranged[order](words).flat()]);
        assert.equal(numberIn(data, 1, { ...plain, type, order }), value, `${type} ${order}`);
        assert.equal(numberIn(data.subarray(0, -1), 1, { ...plain, type, order }), 'tooShort');
      }
});

test('numbers: decimals, bits, scale, and what is none', () => {
  assert.equal(numberIn(hex('1234'), 0, { ...plain, type: 'bcd16' }), 1234);
  assert.equal(numberIn(hex('56781234'), 0, { ...plain, type: 'bcd32', order: 'CDAB' }), 12_345_678);
  assert.equal(numberIn(hex('123a'), 0, { ...plain, type: 'bcd16' }), 'notDecimal');
  assert.equal(numberIn(hex('cd6b05'), 18, { ...plain, type: 'bit' }), 1);
  assert.equal(numberIn(hex('cd6b05'), 17, { ...plain, type: 'bit' }), 0);
  assert.equal(numberIn(hex('cd'), 8, { ...plain, type: 'bit' }), 'tooShort');
  assert.equal(numberIn(hex('b6c0'), 0, { ...plain, bits: { from: 12, count: 4 } }), 11);
  assert.equal(numberIn(hex('80000001'), 0, { ...plain, type: 'int32', bits: { from: 31, count: 1 } }), 1);
  assert.equal(numberIn(hex('8000'), 0, { ...plain, type: 'int16', bits: { from: 15, count: 1 } }), 1);
  near(numberIn(hex('ff38'), 0, { ...plain, type: 'int16', scale: 0.1, offset: 5 }) as number, -15);
  assert.equal(numberIn(hex('7fff'), 0, { ...plain, type: 'int16', nothing: 32_767, scale: 0.1 }), 'nothing');
  for (const none of ['7fc00000', '7f800000', 'ff800000'])
    assert.equal(numberIn(hex(none), 0, { ...plain, type: 'float32' }), 'notFinite');
  assert.equal(numberIn(hex('7f7fffff'), 0, { ...plain, type: 'float32', scale: 1e300 }), 'notFinite');
});
