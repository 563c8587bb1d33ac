/**
 * RTCM 3 and NMEA against programs that nobody here wrote: Debian's rtklib (str2str, rnx2rtkp) and gpsd-clients (gpsdecode).
 * What they relay comes through our framing byte for byte, and what they count in a file is what we count.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { readNmea } from '../src/formats/nmea.ts';
import { crc24q, rtcmFramesOf } from '../src/formats/rtcm3.ts';
import { numbers } from './mutations.ts';
import { needsRealFiles } from './real-files.ts';

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;
const needsRtklib = { skip: has('str2str') && has('rnx2rtkp') ? false : 'needs rtklib of Debian' };
const needsGpsd = { skip: has('gpsdecode') ? false : 'needs gpsd-clients of Debian' };
const bothWith = (...needs: readonly { readonly skip: string | boolean }[]) => ({
  skip: needs.map(({ skip }) => skip).find((skip) => skip !== false) ?? false,
});
const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'plumbline-gnss-'));
const running: ChildProcess[] = [];
const listening: Server[] = [];
after(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const server of listening) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const frameOf = (type: number, length: number, next: () => number): Buffer => {
  const payload = Buffer.from(Array.from({ length }, () => Math.floor(next() * 256)));
  payload[0] = type >> 4;
  payload[1] = ((type & 15) << 4) | ((payload[1] ?? 0) & 15);
  const head = Buffer.concat([Buffer.from([0xd3, length >> 8, length & 0xff]), payload]);
  const check = crc24q(head);
  return Buffer.concat([head, Buffer.from([check >> 16, (check >> 8) & 0xff, check & 0xff])]);
};
/** Station messages and those of makers, which every decoder passes on whatever is in them. */
const some = (count: number, next: () => number): Buffer[] =>
  Array.from({ length: count }, (_, nth) =>
    nth % 3 === 0 ? frameOf(1005, 19, next) : nth % 3 === 1 ? frameOf(1006, 21, next) : frameOf(4072, 30, next),
  );

const countsOf = (types: Iterable<number>): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};
/** What gpsd says of bytes, a line of JSON each. */
function gpsd(content: Uint8Array): Record<string, unknown>[] {
  const { stdout, status } = spawnSync('gpsdecode', [], { input: content, maxBuffer: 1 << 28, timeout: 60_000 });
  assert.equal(status, 0);
  return stdout
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
}
const ofGpsd = (content: Uint8Array) =>
  countsOf(gpsd(content).flatMap((line) => (line['class'] === 'RTCM3' ? [line['type'] as number] : [])));
const ofUs = (content: Uint8Array) => countsOf(rtcmFramesOf(content).frames.map(({ type }) => type));

/** Returns whether a program has read a file to its end. */
const hasRead = ({ pid }: ChildProcess, path: string): boolean =>
  readdirSync(`/proc/${pid}/fd`).some((fd) => {
    if (readlinkSync(`/proc/${pid}/fd/${fd}`) !== path) return false;
    const [, position] = /^pos:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8')) ?? [];
    return Number(position) === statSync(path).size;
  });

async function serverOf(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer(onSocket);
  listening.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

test('frames that str2str relays come through byte for byte, whatever lies between them', needsRtklib, async () => {
  const next = numbers(3);
  const frames = some(600, next);
  // Bytes of a receiver between the frames: none of them is the first byte of a frame.
  const noise = Buffer.from('\xb5\x62\x01\x07$GNGGA,,*00\r\n', 'latin1');
  const stream = Buffer.concat(frames.flatMap((frame, nth) => (nth % 7 === 0 ? [noise, frame] : [frame])));
  let rest: Uint8Array = new Uint8Array();
  const found: Uint8Array[] = [];
  let [arrived, passed] = [0, 0];
  const out = await serverOf((socket) =>
    socket.on('data', (bytes) => {
      arrived += bytes.length;
      const read = rtcmFramesOf(Buffer.concat([rest, bytes]));
      rest = read.rest;
      passed += read.passed;
      found.push(...read.frames.map((frame) => frame.bytes));
    }),
  );
  const source = await serverOf((socket) => {
    socket.on('error', () => undefined);
    void (async () => {
      for (let at = 0; at < stream.length; at += 501) {
        await new Promise((written) => socket.write(stream.subarray(at, at + 501), written));
      }
    })();
  });
  const child = spawn('str2str', ['-in', `tcpcli://127.0.0.1:${source}`, '-out', `tcpcli://127.0.0.1:${out}`], {
    stdio: 'ignore',
  });
  running.push(child);
  for (let tries = 0; arrived < stream.length && tries < 600; tries++) await wait(100);
  assert.equal(arrived, stream.length, 'str2str handed on what it got');
  assert.ok(Buffer.concat(found).equals(Buffer.concat(frames)), 'every frame, byte for byte');
  assert.deepEqual([found.length, passed, rest.length], [600, Math.ceil(600 / 7) * noise.length, 0]);
});

test('gpsd counts what we count; frames with a wrong bit are none to either', needsGpsd, () => {
  const next = numbers(4);
  const frames = some(300, next);
  assert.deepEqual(ofUs(Buffer.concat(frames)), { 1005: 100, 1006: 100, 4072: 100 });
  assert.deepEqual(ofGpsd(Buffer.concat(frames)), ofUs(Buffer.concat(frames)));
  // Apart from the whole ones: between them gpsd 3.22 tells the frame before a broken one once more.
  for (const frame of frames) frame[8] = (frame[8] ?? 0) ^ 1;
  assert.deepEqual([ofUs(Buffer.concat(frames)), ofGpsd(Buffer.concat(frames))], [{}, {}]);
});

test('gpsd counts in each recorded file of RTCM 3 what we count', bothWith(needsGpsd, needsRealFiles), () => {
  const files = readdirSync(join(data, 'rtcm'));
  assert.ok(files.length >= 4);
  for (const file of files) {
    const content = readFileSync(join(data, 'rtcm', file));
    assert.deepEqual(ofUs(content), ofGpsd(content), file);
  }
});

test(
  'messages that RTKLIB encodes: gpsd and we count the same',
  bothWith(needsRtklib, needsGpsd, needsRealFiles),
  async () => {
    const path = join(folder, 'converted.rtcm3');
    const input = join(data, 'rtcm/testglo.rtcm3');
    const child = spawn(
      'str2str',
      ['-in', `file://${input}#rtcm3`, '-out', `file://${path}#rtcm3`, '-msg', '1004,1012,1019,1020'],
      { stdio: 'ignore' },
    );
    running.push(child);
    const expected = { 1004: 186, 1012: 186, 1019: 19, 1020: 19 };
    const hasAll = () =>
      hasRead(child, input) && existsSync(path) && isDeepStrictEqual(ofUs(readFileSync(path)), expected);
    for (let tries = 0; !hasAll() && tries < 300; tries++) await wait(100);
    child.kill('SIGINT');
    await new Promise((ended) => child.once('exit', ended));
    const content = readFileSync(path);
    assert.deepEqual(ofUs(content), expected);
    assert.deepEqual(ofGpsd(content), expected);
    assert.equal(rtcmFramesOf(content).passed, 0, 'nothing between the frames');
  },
);

const positionsOf = (lines: readonly Record<string, unknown>[]) =>
  lines.flatMap((line) =>
    line['class'] === 'TPV' && typeof line['lat'] === 'number'
      ? [{ latitude: line['lat'], longitude: line['lon'] as number, altitude: line['altMSL'] as number }]
      : [],
  );

test(
  'positions that RTKLIB writes as NMEA are those that gpsd and we read',
  bothWith(needsRtklib, needsGpsd, needsRealFiles),
  () => {
    const path = join(folder, 'solution.nmea');
    const station = (name: string) => join(data, 'gnss/geonet', name);
    const files = ['07590920.05o', '30400920.05o', '07590920.05n', '30400920.05n'].map(station);
    spawnSync('rnx2rtkp', ['-p', '3', '-f', '2', '-n', '-o', path, ...files], { stdio: 'ignore', timeout: 60_000 });
    const content = readFileSync(path);
    const { uplinks, faults } = readNmea(content, { receivedAt: Date.UTC(2005, 3, 3) });
    assert.deepEqual([uplinks.length, faults], [115, []]);
    // Across midnight, in steps of 30 s.
    const times = uplinks.map(({ at }) => at ?? 0);
    assert.equal(new Date(times[0] ?? 0).toISOString(), '2005-04-01T23:59:47.000Z');
    assert.ok(times.every((at, nth) => nth === 0 || at > (times[nth - 1] ?? 0)));
    // gpsd learns from the first epoch where one ends, and tells of it from the second on.
    const theirs = positionsOf(gpsd(content));
    assert.equal(theirs.length, 114);
    for (const [nth, position] of theirs.entries()) {
      const ours = uplinks[nth + 1]?.object as Record<string, number>;
      for (const [name, value] of Object.entries(position))
        assert.ok(Math.abs((ours[name] ?? Number.NaN) - value) < (name === 'altitude' ? 1e-3 : 1e-9), `${nth} ${name}`);
    }
  },
);

test('gpsd reads our own sentences as we do, and neither takes those with a wrong check sum', needsGpsd, () => {
  const sentence = (body: string, wrong = 0): string => {
    const check = [...body].reduce((sum, letter) => sum ^ letter.charCodeAt(0), wrong);
    return `$${body}*${check.toString(16).toUpperCase().padStart(2, '0')}\r\n`;
  };
  const clock = (second: number) => `1000${String(second).padStart(2, '0')}.00`;
  const content = Buffer.from(
    Array.from({ length: 60 }, (_, second) => {
      const wrong = second % 6 === 5 ? 1 : 0;
      const minutes = `${30 + second / 100}`.padEnd(7, '0').slice(0, 7);
      const place = `31${minutes},N,121${minutes},E`;
      return (
        sentence(`GNRMC,${clock(second)},A,${place},0.01,90.0,270326,,,D`, wrong) +
        sentence(`GNGGA,${clock(second)},${place},4,16,0.7,12.345,M,9.000,M,1.0,0001`, wrong)
      );
    }).join(''),
  );
  const { uplinks, faults } = readNmea(content, { receivedAt: Date.UTC(2026, 2, 27, 11) });
  assert.deepEqual([uplinks.length, faults], [50, ['badCheckSum']]);
  const latitudes = new Set(positionsOf(gpsd(content)).map(({ latitude }) => latitude.toFixed(7)));
  const ours = uplinks.map(({ object }) => ((object as Record<string, number>)['latitude'] ?? 0).toFixed(7));
  // The first and the last epoch have no neighbour that ends them.
  for (const latitude of ours.slice(1, -1)) assert.ok(latitudes.has(latitude), latitude);
  for (const latitude of latitudes) assert.ok(ours.includes(latitude), latitude);
});
