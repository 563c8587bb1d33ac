/**
 * Whatever senders over FTP say, in whatever order, the port goes on: `FUZZ_FRAMES` commands, true and mutated, over many
 * connections, signed in and not. Afterwards nothing is left: no connection, no open port, no half file.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { pino } from 'pino';
import { waitFor } from '../../../../../../e2e/wait-for.ts';
import { openCertificates } from '../../../../../test/openssl.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import type { FeedPlan } from '../../feeds/feeds.api.ts';
import { openFtp } from '../ftp.port.api.ts';
import { CommandLines } from './command-lines.ts';

const rounds = Number(process.env['FUZZ_FRAMES'] ?? 4_000);
const folder = mkdtempSync(join(tmpdir(), 'ftp-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { cert: certFile, key: keyFile } = openCertificates().selfSigned('/CN=localhost');
const key = 'feed-0123456789abcdef0123';
const secretHash = createHash('sha256').update('s').digest();
const feed = { id: 1, kind: 'folder', key, enabled: true, settings: { plainFtp: true }, secretHash } as FeedPlan;
const lines: string[] = [];
const port = await openFtp({
  feeds: {
    identify: async (given, secret) => (given === key && secret.toString() === 's' ? feed : null),
    folder: async (given) => (given === key ? feed : null),
  },
  log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
  clock: systemClock,
  dataDir: folder,
  host: '127.0.0.1',
  ftp: { port: 0, passive: null, address: null, tls: { certFile, keyFile }, mayBePlain: true },
});
after(() => port.close());

/** Numbers that come again in each run. */
let seed = 42;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const oneOf = <T>(of: readonly T[]): T => of[random(of.length)] as T;

const verbs =
  'USER PASS AUTH PBSZ PROT FEAT OPTS SYST NOOP HELP STAT PWD CWD CDUP MKD RMD TYPE MODE STRU ALLO SITE REST PASV EPSV PORT EPRT STOR APPE STOU RETR LIST NLST MLSD MLST SIZE MDTM DELE RNFR RNTO ABOR CCC REIN SMNT ACCT CLNT LANG HOST XCUP';
const words = [
  '',
  'a.csv',
  'b c.csv',
  '..',
  '../x',
  '/',
  'done',
  'x'.repeat(300),
  'ü',
  'P',
  'C',
  'TLS',
  '0',
  '1',
  '|1|::1|9|',
  '-la',
];

function mutated(): Buffer {
  const line = Buffer.from(`${oneOf(verbs.split(' '))} ${oneOf(words)}\r\n`);
  const times = random(3) === 0 ? 1 + random(4) : 0;
  for (let nth = 0; nth < times; nth++) {
    const at = random(line.length);
    if (random(2) === 0) line[at] = random(256);
    else line.copyWithin(at, random(line.length));
  }
  return line;
}

/** Codes that were answered, so that one knows what was reached. */
const answered = new Map<string, number>();
const unreached = () =>
  ['150', '226', '230', '331', '425', '426', '500', '530', '553'].filter((code) => !answered.has(code));
/** A connection that has asked for TLS and got it. */
function secured(plain: Socket): Promise<Socket> {
  return new Promise((resolve) => {
    let text = '';
    const listen = (chunk: Buffer) => {
      text += chunk;
      if (!/^234/m.test(text)) return;
      plain.off('data', listen);
      resolve(connectTls({ socket: plain, rejectUnauthorized: false }));
    };
    plain.on('data', listen);
    plain.once('close', () => resolve(plain));
    plain.write('AUTH TLS\r\n');
  });
}

/** What comes back is read and let go, but for a port, which is sometimes connected to. */
function converse(socket: Socket, opened: Socket[]): void {
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    for (const code of chunk.toString('latin1').match(/^\d{3}/gm) ?? [])
      answered.set(code, (answered.get(code) ?? 0) + 1);
    const found = /\(\|\|\|(\d+)\|\)/.exec(chunk.toString('latin1'));
    if (!found || random(3) === 0) return;
    const data = connect(Number(found[1]), '127.0.0.1').resume();
    data.on('error', () => undefined);
    opened.push(data);
    const over = random(4) === 0 ? connectTls({ socket: data, rejectUnauthorized: false }) : data;
    over.on('error', () => undefined);
    over.write(Buffer.alloc(random(2_000), random(256)));
    const end = random(3);
    if (end === 0) over.end();
    if (end === 1) setTimeout(() => data.resetAndDestroy(), random(20));
  });
}

test(`${rounds} commands of senders that are up to anything`, async () => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = servers();
  const begun = process.memoryUsage().heapUsed;
  const opened: Socket[] = [];
  // Which codes come depends on when what arrives: it goes on until each was reached, a while at most.
  for (let left = rounds; left > 0 || (unreached().length > 0 && left > -5 * rounds); ) {
    const plain = connect(port.port, '127.0.0.1');
    plain.on('error', () => undefined);
    const way = random(6);
    const socket = way === 5 ? await secured(plain) : plain;
    converse(socket, opened);
    if (way > 0) socket.write(`USER ${key}\r\nPASS s\r\n`);
    if (way === 5 && random(4) > 0) socket.write('PBSZ 0\r\nPROT P\r\n');
    const count = 1 + random(40);
    left -= count;
    for (let nth = 0; nth < count && socket.writable; nth++) {
      socket.write(random(4) === 0 ? Buffer.concat([Buffer.from('EPSV\r\n'), mutated()]) : mutated());
      if (random(5) === 0) await new Promise((resolve) => setTimeout(resolve, random(4)));
    }
    const end = random(3);
    if (end === 0) socket.end('QUIT\r\n');
    else if (end === 1) plain.destroy();
    else plain.resetAndDestroy();
    if (random(10) === 0) for (const data of opened.splice(0)) data.destroy();
    if (port.connections > 50) await waitFor(async () => port.connections < 20, true);
  }
  for (const data of opened.splice(0)) data.destroy();
  await waitFor(async () => port.connections, 0);
  const left = async () => (await readdir(join(folder, 'feeds', key))).filter((name) => name.startsWith('.upload-'));
  await waitFor(left, []);
  // Of others in this process some may have closed meanwhile.
  await waitFor(async () => servers() <= before, true);
  assert.deepEqual(unreached(), [], 'codes that were never answered');
  assert.deepEqual(lines, [], 'nothing failed that nobody expected');
  assert.ok(process.memoryUsage().heapUsed - begun < 200e6);
  const alive = connect(port.port, '127.0.0.1');
  assert.match(String(await new Promise((resolve) => alive.once('data', resolve))), /^220/);
  alive.destroy();
});

test('commands come out of bytes however they are cut into pieces', () => {
  const text = Buffer.from('user Ünı x\r\nNOOP\nABOR\r\xff\xf4\xff\xf2ABOR\r\nlist\r\n', 'utf8');
  const whole = new CommandLines().push(text);
  assert.deepEqual(whole.slice(0, 3), [
    { verb: 'USER', argument: 'Ünı x' },
    { verb: 'NOOP', argument: '' },
    { verb: 'ABOR', argument: '' },
  ]);
  for (let nth = 0; nth < 200; nth++) {
    const reader = new CommandLines();
    const found = [];
    for (let at = 0; at < text.length; ) {
      const to = at + 1 + random(9);
      found.push(...reader.push(text.subarray(at, to)));
      at = to;
    }
    assert.deepEqual(found, whole);
  }
  const reader = new CommandLines();
  const interrupted = Buffer.concat([Buffer.from([0xff, 0xf4, 0xff, 0xf2]), Buffer.from('ABOR\r\n')]);
  assert.deepEqual(reader.push(interrupted), [{ verb: 'ABOR', argument: '' }]);
  for (let nth = 0; nth < 1_000; nth++) reader.push(Buffer.alloc(1_000, 0x41));
  assert.deepEqual(reader.push(Buffer.from('\r\nNOOP\r\n')), [
    { verb: '', argument: '' },
    { verb: 'NOOP', argument: '' },
  ]);
});
