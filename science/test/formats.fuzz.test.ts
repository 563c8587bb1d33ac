/**
 * Whatever bytes arrive, decoders answer within bounds: `FUZZ_FRAMES` mutated frames for EACH decoder. Without it few, so that
 * the file is quick to run; `.ci/run` says how many of each in CI. A million of each, by hand (half an hour and more):
 *
 *   FUZZ_FRAMES=1000000 nice -n 19 npm test -- science/test/formats.fuzz.test.ts
 *
 * Figures of such a run are in docs/decisions. `FUZZ_DECODER=senMlCbor` runs one. The list is closed: a wrapping, content or encoding
 * that has no frame here does not compile, and a file in src/formats or src/modbus that reads bytes and that no decoder here is of
 * fails the last test. The protobuf of Sparkplug B has its own file, server/src/features/telemetry/feeds/logic/sparkplug.fuzz.test.ts.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { decodeUplink } from '../src/formats/format.ts';
import { contents, type Format } from '../src/formats/format-shape.ts';
import { SparkplugNodes, type SparkplugPayload } from '../src/formats/sparkplug-b.ts';
import { unwrap, type Wrapping, wrappings } from '../src/formats/unwrap.ts';
import { type Uplink, uplinkOf } from '../src/formats/uplink.ts';
import { AnswerReader } from '../src/modbus/answer-reader.ts';
import { describeAnswer, describeRequest } from '../src/modbus/describe.ts';
import { type MapRow, numbersOf, readsOf, samplesOf } from '../src/modbus/register-map.ts';
import { frameOf, type RtuRequest } from '../src/modbus/requests.ts';
import { answerOf, imageOf } from '../src/modbus/served.ts';
import { TcpFrameReader, tcpAnswer } from '../src/modbus/tcp.ts';
import { tryFrames } from '../src/modbus/try-frames.ts';
import { letters, mutated, numbers } from './mutations.ts';

const rounds = Number(process.env['FUZZ_FRAMES'] ?? 2_000);
const only = process.env['FUZZ_DECODER'];

type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
interface Decoder {
  /** Letters of Latin-1. */
  readonly seeds: readonly string[];
  /** What it makes of bytes: every number of it is looked at. */
  readonly decode: (
    bytes: Uint8Array,
    nth: number,
  ) => readonly { readonly at: number | null; readonly channels: Values }[];
}

const base = { scale: 1e9, offset: -1, nothing: 0, bits: '0-3', order: 'CDAB', channel: '1' } as const;
const formatOf = (content: Format['content'], encoding: Format['encoding'], tagged: boolean): Format => ({
  content,
  encoding,
  port: null,
  records: content === 'json' ? 'list' : '',
  separator: ',',
  decimal: '.',
  headerLine: 1,
  dataLine: content === 'csv' && tagged ? 3 : null,
  tags: tagged
    ? [
        { tag: '01', length: 0 },
        { tag: '0202', length: 1 },
      ]
    : [],
  time:
    content === 'csv' && tagged
      ? { from: '#1 + #2 + #3', form: 'yearDay', timeZone: 'Europe/Paris' }
      : { from: content === 'binary' ? '0' : 't', form: 'unixSeconds', timeZone: 'UTC' },
  rows: [
    { ...base, from: 'v[*].x', type: 'uint24', quantity: 'a' },
    { ...base, from: '#2', type: 'float64', bits: null, quantity: 'b' },
    { ...base, from: '-3', type: 'bcd16', bits: null, quantity: 'c' },
    { ...base, from: '0202+0', type: 'int8', quantity: 'd' },
  ],
});
/** Every value that an uplink may hold, whatever its wrapping. */
const formats = contents.flatMap((content) => [formatOf(content, 'bytes', false), formatOf(content, 'hex', true)]);
const decoded = (format: Format, uplink: Uplink) => decodeUplink(format, uplink).records;

const wrapped: Readonly<Record<Wrapping, readonly string[]>> = {
  plain: ['{"id":"a","list":[{"t":1700000000,"v":[1,2,{"x":3}]}]}'],
  theThingsStack: [
    '{"end_device_ids":{"dev_eui":"70B3"},"received_at":"2024-11-05T11:59:58Z","uplink_message":{"f_port":2,"frm_payload":"AQIDBAU=","decoded_payload":{"v":1},"rx_metadata":[{"rssi":-80}]}}',
  ],
  chirpStack: [
    '{"time":"2024-11-05T11:00:00Z","deviceInfo":{"devEui":"01"},"fPort":2,"data":"AQIDBAU=","object":{"v":1},"rxInfo":[{"rssi":-48}]}',
  ],
  senML: ['[{"bn":"urn:dev:ow:10e2:","bt":1320067464,"v":21.2},{"n":"lon","v":24.3,"t":60},{"n":"open","vb":true}]'],
  sparkplugB: [
    '{"timestamp":1700000000000,"seq":1,"metrics":[{"name":"v","alias":1,"timestamp":1700000000000,"value":2.5,"datatype":10}]}',
  ],
  tob: [
    '"TOB3","S","CR6","2991","OS","P","5","2018-06-08 00:00:00"\n"T","1 MIN","28","9","26624","Sec100Usec","0","0","1"\n"a(1)","a(2)"\n"",""\n"Smp","Smp"\n"IEEE4B","IEEE4B"\n\x00\x01\x02\x10\x00\x00\x00\x00\x01\x00\x00\x00\x3f\x80\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x68',
    '"TOB1","S","CR1000","1","OS","P","5","T"\n"SECONDS","NANOSECONDS","RECORD","v"\n"","","",""\n"","","",""\n"ULONG","ULONG","ULONG","FP2"\n\x00\x01\x02\x20\x00\x00\x00\x00\x01\x00\x00\x00\x41\x23',
  ],
  rtcm3: ['\xd3\x00\x13\x3e\xd7\xd3\x02\x02\x98\x0e\xde\xef\x34\xb4\xbd\x62\xac\x09\x41\x98\x6f\x33\x36\x0b\x98'],
  sensorThings: [
    '[{"Datastream":{"@iot.id":1},"components":["phenomenonTime","result"],"dataArray":[["2024-11-05T10:00:00Z",1]]}]',
  ],
  campbell: [
    '{"properties":{"loggerID":"X","observationNames":["a(1)","a(3)"],"observations":{"2025-09-17T14:54:37Z":[1,2]}}}',
    '{"head":{"environment":{"serial_no":"9"},"fields":[{"name":"v"}]},"data":[{"time":"2025-09-17T14:54:37","vals":[1.5]}]}',
  ],
  toa5: [
    '"TOA5","Weir","CR300","16101","OS","CPU:w","1","Hourly"\n"TIMESTAMP","RECORD","v(1)","v(2)"\n"TS","RN","m","m"\n"","","Smp","Smp"\n"2024-02-13 14:00:00",0,12.9,"NAN"\n',
  ],
  nmea: [
    '$GNRMC,103607.00,A,5327.03942,N,10214.42462,W,0.046,,060321,,,A,V*0E\r\n$GNGGA,103607.00,5327.03942,N,00214.42462,W,1,06,5.88,56.0,M,48.5,M,,*64\r\n$GPHDT,75.5664,T*36\r\n$GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031*6A\r\n',
  ],
  lwm2m: [
    '\x08\x00\x07\xe4\x16\x44\x41\x92\x66\x66\x08\x01\x0b\x86\x06\x41\x00\x01\x41\x01\x05\xc1\x09\x64',
    '[{"bn":"/3303/0/","n":"5700","v":21.2},{"n":"5601","v":-3}]',
  ],
  worldsensing: [
    '"Node ID","85544"\n"Date-and-time","freqInHz-85544-VW-Ch1","value-7-Ch2"\n"2024-04-15 12:35:00",726.81,"N.C."\n',
    '"Datalogger","compacted"\n"TIMESTAMP","crack"\n"2025-05-20 15:00:00",-10\n',
  ],
  admChain: [
    '{"length":4,"nodes":[{"address":"1-00A1F2","x":0.5,"y":0.1,"temp":18},{"address":"3-00A1F4","x":0.2}],"at":"2024-11-05T10:00:00Z"}',
    '1-00A1F2,0.5,0.1,18.2\n3-00A1F4,0.2,-0.1,18.1\n',
  ],
};

const nodes = new SparkplugNodes();
/** Sparkplug payloads arrive here decoded: any JSON that has the names of one. */
function sparkplug(bytes: Uint8Array, nth: number): readonly Uplink[] {
  const kind = ['NBIRTH', 'NDATA', 'DBIRTH/d', 'DDATA/d', 'NDEATH'][nth % 5] ?? 'NDATA';
  const [type = '', device] = kind.split('/');
  try {
    const given = JSON.parse(new TextDecoder().decode(bytes)) as SparkplugPayload;
    if (typeof given !== 'object' || given === null || !Array.isArray(given.metrics)) return [];
    const metrics = given.metrics.filter((metric) => typeof metric?.name === 'string').slice(0, 50);
    const topic = `spBv1.0/g/${type}/n${nth % 1_200}${device === undefined ? '' : `/${device}`}`;
    nodes.read(topic, { timestamp: null, seq: nth % 256, metrics });
    return [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const ofWrapping = (wrapping: Wrapping): Decoder => ({
  seeds: wrapped[wrapping],
  decode(bytes, nth) {
    const place = nth % 2 === 0 ? ({ in: 'content', path: 'id' } as const) : ({ in: 'topic', level: 1 } as const);
    const arrival = { topic: 'a/3303/0', receivedAt: 1_700_000_000_000, timeZone: 'Europe/Paris' };
    const uplinks = wrapping === 'sparkplugB' ? sparkplug(bytes, nth) : unwrap(wrapping, bytes, arrival, place).uplinks;
    const format = formats[nth % formats.length] as Format;
    return uplinks.slice(0, 20).flatMap((uplink) => [{ at: uplink.at, channels: {} }, ...decoded(format, uplink)]);
  },
});
const ofContent = (content: Format['content'], encoding: Format['encoding'], seeds: readonly string[]): Decoder => ({
  seeds,
  decode(bytes, nth) {
    const text = content === 'binary' && encoding === 'bytes' ? null : new TextDecoder().decode(bytes);
    return [...decoded(formatOf(content, encoding, nth % 2 === 1), uplinkOf({ bytes, text }))];
  },
});

const rows: readonly MapRow[] = (['uint16', 'int32', 'float32', 'float64', 'bcd32'] as const).map((type, at) => ({
  unit: 1,
  function: 3,
  address: at * 4,
  type,
  order: 'CDAB',
  scale: 0.1,
  offset: 1,
  nothing: 32767,
  bits: type === 'uint16' ? { from: 2, count: 3 } : null,
  channel: '1',
  quantity: type,
}));
const request: RtuRequest = { unit: 1, function: 3, address: 0, count: 2 };
const answer = '\x01\x03\x04\x43\x6b\x58\x0e\x25\xd8';
const ofRegisters = (data: Uint8Array): Values =>
  samplesOf(
    rows,
    readsOf(rows).flatMap((read) => numbersOf(read, data)),
  );

const decoders: Readonly<Record<string, Decoder>> = {
  ...Object.fromEntries(wrappings.map((wrapping) => [wrapping, ofWrapping(wrapping)])),
  senMlCbor: {
    ...ofWrapping('senML'),
    seeds: [
      '\x82\xa4\x21\x63dev\x22\x1a\x4e\xae\x00\x00\x00\x64temp\x02\xf9\x4d\x40\xa3\x00\x61a\x06\x20\x02\xfb\x3f\xf3\x33\x33\x33\x33\x33\x33',
      '\x9f\xbf\x00\x7f\x61a\x61b\xff\x02\xc4\x18\x2a\x04\xf5\xff\xff',
    ],
  },
  json: ofContent('json', 'bytes', ['{"list":[{"t":1700000000,"v":[{"x":3},{"x":4}]}]}']),
  csv: ofContent('csv', 'bytes', ['t,b,c\nunits,m,m\n1700000000,2.5,"3"\n2024,44,1453,8.5\n']),
  binary: ofContent('binary', 'bytes', ['\x65\x53\xf1\x00\x12\x34\x56\x78\x01\x02\x02\x09']),
  hex: ofContent('binary', 'hex', ['6553F10012345678010202 09']),
  base64: ofContent('binary', 'base64', ['ZVPxABI0VngBAgIJ']),
  modbusRtu: {
    seeds: [answer, '\x01\x83\x02\xc0\xf1', `\x00\x55${answer}`],
    decode(bytes, nth) {
      const reader = new AnswerReader(request, nth % 2 === 0 ? new Uint8Array() : Uint8Array.of(0, 0x55));
      const found = reader.take(bytes);
      reader.why();
      describeRequest(bytes);
      describeAnswer(frameOf(request), bytes);
      return [{ at: null, channels: ofRegisters(found?.kind === 'data' ? found.data : bytes) }];
    },
  },
  modbusTcp: {
    seeds: ['\x00\x07\x00\x00\x00\x07\x01\x03\x04\x43\x6b\x58\x0e', '\x00\x08\x00\x00\x00\x06\x01\x03\x00\x00\x00\x02'],
    decode(bytes) {
      const frames = new TcpFrameReader().take(bytes) ?? [];
      const image = imageOf([]);
      return frames.slice(0, 20).map((frame) => {
        answerOf(frame.pdu, image);
        const found = tcpAnswer(request, frame);
        return { at: null, channels: found.kind === 'data' ? ofRegisters(found.data) : {} };
      });
    },
  },
  modbusPasted: {
    seeds: ['01 03 00 00 00 02 C4 0B\n01 03 04 43 6B 58 0E 25 D8\n', '0007 0000 0007 01 03 04 436B580E'],
    decode(bytes) {
      const { numbers: found } = tryFrames(rows, new TextDecoder('latin1').decode(bytes));
      return [{ at: null, channels: { 1: { a: found.map((each) => (typeof each === 'number' ? each : null)) } } }];
    },
  },
};

/** What is left once all that nobody holds is gone. */
async function heapMb(session: Session): Promise<number> {
  await session.post('HeapProfiler.collectGarbage');
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

function judge(found: ReturnType<Decoder['decode']>): void {
  for (const { at, channels } of found) {
    assert.ok(at === null || Number.isFinite(at), `a time of ${at}`);
    for (const value of Object.values(channels).flatMap((sample) => Object.values(sample).flat()))
      assert.ok(value === null || Number.isFinite(value), `a value of ${value}`);
  }
}

for (const [name, { seeds, decode }] of Object.entries(decoders))
  test(`${name}: no frame throws, hangs, or gives what is no number`, {
    skip: only !== undefined && only !== name,
  }, async (context) => {
    const session = new Session();
    session.connect();
    context.after(() => session.disconnect());
    const frames = seeds.map(letters);
    const whole = frames.map((frame, nth) => JSON.stringify(decode(frame, nth)));
    const next = numbers(15);
    let [slowestMs, half] = [0, 0];
    const began = performance.now();
    for (let round = 0; round < rounds; round++) {
      if (round === rounds >> 1) half = await heapMb(session);
      const frame = mutated(frames[round % frames.length] as Uint8Array, next);
      const start = process.cpuUsage();
      const found = decode(frame, round);
      slowestMs = Math.max(slowestMs, process.cpuUsage(start).user / 1_000);
      judge(found);
    }
    const grownMb = (await heapMb(session)) - half;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    context.diagnostic(
      `${name}: ${rounds} frames in ${seconds} s, longest ${slowestMs.toFixed(1)} ms, heap ${half.toFixed(1)} MB, grown by ${grownMb.toFixed(1)} MB`,
    );
    assert.ok(slowestMs < 2_000, `${slowestMs} ms`);
    assert.ok(grownMb < 8, `the heap grew by ${grownMb.toFixed(1)} MB`);
    // What was broken touches nothing of what is whole.
    assert.deepEqual(
      frames.map((frame, nth) => JSON.stringify(decode(frame, nth))),
      whole,
    );
    assert.equal(({} as Record<string, unknown>)['x'], undefined, 'the prototype of objects is as it was');
  });

test('no decoder is forgotten', () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8');
  const reached = new Set<string>();
  const follow = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    const text = path === '' ? source : readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');
    for (const [, folder = '', file = ''] of text.matchAll(/from '(\.\.?\/(?:src\/)?(?:\w[\w-]*\/)?)([\w.-]+\.ts)'/g)) {
      const own = path.split('/')[0] ?? '';
      const where = folder === './' ? own : folder.replace(/^\.\.\/(?:src\/)?/, '').replace(/\/$/, '');
      if (where === 'formats' || where === 'modbus') follow(`${where}/${file}`);
    }
  };
  follow('');
  // These write, or compare what is already read.
  const writers = new Set(['downlinks.ts', 'sparkplug-commands.ts', 'codec.ts', 'leaves.ts']);
  for (const folder of ['formats', 'modbus'])
    for (const file of readdirSync(new URL(`../src/${folder}`, import.meta.url)))
      assert.ok(reached.has(`${folder}/${file}`) || writers.has(file), `${folder}/${file} is read by no decoder here`);
});
