/** Whatever bytes arrive, decoders answer within bounds: mutated frames of every wrapping, by every content of a format. */
import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { decodeUplink } from '../src/formats/format.ts';
import { contents, type Format } from '../src/formats/format-shape.ts';
import { unwrap, type Wrapping, wrappings } from '../src/formats/unwrap.ts';

/** `.ci/run` sets it higher. */
const rounds = Number(process.env['FUZZ_FRAMES'] ?? 20_000);

/** Binary seeds are letters of Latin-1. */
const seeds: Readonly<Record<Wrapping, string>> = {
  plain: '{"id":"a","list":[{"t":1700000000,"v":[1,2,{"x":3}]}]}',
  theThingsStack:
    '{"end_device_ids":{"dev_eui":"70B3"},"received_at":"2024-11-05T11:59:58Z","uplink_message":{"f_port":2,"frm_payload":"AQIDBAU=","decoded_payload":{"v":1},"rx_metadata":[{"rssi":-80}]}}',
  chirpStack:
    '{"time":"2024-11-05T11:00:00Z","deviceInfo":{"devEui":"01"},"fPort":2,"data":"AQIDBAU=","object":{"v":1},"rxInfo":[{"rssi":-48}]}',
  senML: '[{"bn":"urn:dev:ow:10e2:","bt":1320067464,"v":21.2},{"n":"lon","v":24.3,"t":60},{"n":"open","vb":true}]',
  sparkplugB: '',
  tob: '"TOB3","S","CR6","2991","OS","P","5","2018-06-08 00:00:00"\n"T","1 MIN","28","9","26624","Sec100Usec","0","0","1"\n"a","b"\n"",""\n"Smp","Smp"\n"IEEE4B","IEEE4B"\n\x00\x01\x02\x10\x00\x00\x00\x00\x01\x00\x00\x00\x3f\x80\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x68',
  rtcm3: '\xd3\x00\x13\x3e\xd7\xd3\x02\x02\x98\x0e\xde\xef\x34\xb4\xbd\x62\xac\x09\x41\x98\x6f\x33\x36\x0b\x98',
  sensorThings:
    '[{"Datastream":{"@iot.id":1},"components":["phenomenonTime","result"],"dataArray":[["2024-11-05T10:00:00Z",1]]}]',
  campbell:
    '{"properties":{"loggerID":"X","observationNames":["a","b"],"observations":{"2025-09-17T14:54:37Z":[1,2]}}}',
  toa5: '"TOA5","Weir","CR300","16101","OS","CPU:w","1","Hourly"\n"TIMESTAMP","RECORD","v"\n"TS","RN","m"\n"","","Smp"\n"2024-02-13 14:00:00",0,12.9\n',
  nmea: '$GNRMC,103607.00,A,5327.03942,N,10214.42462,W,0.046,,060321,,,A,V*0E\r\n$GNGGA,103607.00,5327.03942,N,00214.42462,W,1,06,5.88,56.0,M,48.5,M,,*64\r\n',
};
const base = { scale: 1e9, offset: -1, nothing: 0, bits: '0-3', order: 'CDAB', channel: '1' } as const;
const formatOf = (content: Format['content'], tagged: boolean): Format => ({
  ...{
    content,
    port: null,
    records: content === 'json' ? 'list' : '',
    separator: ',',
    decimal: '.',
    headerLine: 1,
    encoding: tagged ? 'hex' : 'bytes',
  },
  tags: tagged
    ? [
        { tag: '01', length: 0 },
        { tag: '0202', length: 1 },
      ]
    : [],
  time: { from: content === 'binary' ? '0' : 't', form: 'unixSeconds', timeZone: 'UTC' },
  rows: [
    { ...base, from: 'v[*].x', type: 'uint24', quantity: 'a' },
    { ...base, from: '#2', type: 'float64', bits: null, quantity: 'b' },
    { ...base, from: '-3', type: 'bcd16', bits: null, quantity: 'c' },
    { ...base, from: '0202+0', type: 'int8', quantity: 'd' },
  ],
});

/** The same frames at each run: a number generator of its own (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function mutated(seed: string, next: () => number): Uint8Array {
  let bytes = Uint8Array.from(seed, (letter) => letter.charCodeAt(0));
  for (let times = Math.floor(next() * 6); times >= 0; times--) {
    const at = Math.floor(next() * (bytes.length + 1));
    const kind = next();
    if (bytes.length === 0) bytes = Uint8Array.of(Math.floor(next() * 256));
    else if (kind < 0.4) bytes = bytes.with(Math.min(at, Math.max(0, bytes.length - 1)), Math.floor(next() * 256));
    else if (kind < 0.6) bytes = bytes.slice(0, at);
    else if (kind < 0.8)
      bytes = Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(Math.floor(next() * bytes.length))]);
    else
      bytes = new TextEncoder().encode(
        new TextDecoder()
          .decode(bytes)
          .replace(/\d+/, ['1e999', '-0', '[[[[', '"__proto__":{}', '9'.repeat(400)][Math.floor(next() * 5)] ?? ''),
      );
  }
  return bytes;
}

/** What is left once all that nobody holds is gone. */
async function heapMb(session: Session): Promise<number> {
  await session.post('HeapProfiler.collectGarbage');
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

test('no frame throws, hangs, or gives what is no number, and the heap stays as it was', async (context) => {
  const session = new Session();
  session.connect();
  context.after(() => session.disconnect());
  let half = 0;
  const next = numbers(15);
  const formats = contents.flatMap((content) => [formatOf(content, false), formatOf(content, true)]);
  const arrival = { topic: 'a/b', receivedAt: 1_700_000_000_000, timeZone: 'Europe/Paris' };
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    if (round === Math.floor(rounds / 2)) half = await heapMb(session);
    const wrapping = wrappings[round % wrappings.length] ?? 'plain';
    const began = performance.now();
    const { uplinks } = unwrap(wrapping, mutated(seeds[wrapping], next), arrival, { in: 'content', path: 'id' });
    for (const uplink of uplinks.slice(0, 20))
      for (const format of formats)
        for (const { channels, at } of decodeUplink(format, uplink).records) {
          assert.ok(at === null || Number.isFinite(at));
          for (const value of Object.values(channels).flatMap((sample) => Object.values(sample).flat()))
            assert.ok(value === null || Number.isFinite(value));
        }
    slowestMs = Math.max(slowestMs, performance.now() - began);
  }
  assert.ok(slowestMs < 2_000, `${slowestMs} ms`);
  const grownMb = (await heapMb(session)) - half;
  context.diagnostic(`slowest ${slowestMs.toFixed(1)} ms, heap grown by ${grownMb.toFixed(1)} MB in the second half`);
  assert.ok(grownMb < 8, `the heap grew by ${grownMb.toFixed(1)} MB`);
  assert.equal(({} as Record<string, unknown>)['x'], undefined, 'the prototype of objects is as it was');
});
