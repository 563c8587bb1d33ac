/** What senders over FTP may not do, and what becomes of uploads that go wrong, said byte by byte. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { feedLimits, feeds } from '@plumbline/contract/telemetry/feeds';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { RawSender } from '../../../../test/ftp-senders.ts';
import { openCertificates } from '../../../../test/openssl.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import type { FtpConfig } from '../../../kernel/config.ftp.ts';
import { bringForward } from '../feed-inbox/feed-inbox.api.ts';
import { type FtpPort, ftpLimits, openFtp } from './ftp.port.api.ts';
import { maxUnsignedBytes } from './logic/control-connection.ts';

const certificate = openCertificates().selfSigned('/CN=localhost');
const [server, north] = await openWorlds(['North'], { FTP_PORT: '0', FTP_PASSIVE_PORTS: '' });
const { corporationId } = north;
const { token } = north.admin;
const folder = mkdtempSync(join(tmpdir(), 'ftp-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const plain: FtpConfig = { port: 0, passive: null, address: null, tls: null, mayBePlain: true };
const tls = { certFile: certificate.cert, keyFile: certificate.key };

/** A port into folders that nobody takes files out of. */
async function open(ftp: Partial<FtpConfig> = {}, times: { signInMs?: number; idleMs?: number } = {}) {
  assert.ok(server.gateway);
  const { log, clock } = server;
  const opened = await openFtp({
    feeds: server.gateway.feeds,
    log,
    clock,
    dataDir: folder,
    host: '127.0.0.1',
    ...times,
    ftp: { ...plain, ...ftp },
  });
  after(() => opened.close());
  return opened;
}
const quiet = await open({ tls });

async function makeFeed(plainFtp = true) {
  const given = { corporationId, kind: 'folder', name: crypto.randomUUID().slice(0, 30), wrapping: 'plain', plainFtp };
  const place = { in: 'content', path: 'id' };
  const { body } = await server.call(feeds.create, { ...given, place } as never, token);
  const { key, id: feedId } = body.feed;
  const one = { corporationId, feedId };
  const { secret } = (await server.call(feeds.newSecret, one, token)).body;
  return { key, secret, one, inbox: join(folder, 'feeds', key) };
}
type Sender = Awaited<ReturnType<typeof makeFeed>>;
const signIn = ({ key, secret }: Sender, to: FtpPort = quiet) => new RawSender(to.port).signIn(key, secret);
const lyingIn = (path: string) => readdir(path).catch((): string[] => []);
async function put(sender: RawSender, name: string, content: string) {
  const data = await sender.data();
  assert.match(await sender.send(`STOR ${name}`), /^150/);
  data.end(content);
  return sender.answer();
}

test('before a sender has signed in it is answered, and reaches nothing', async () => {
  const sender = new RawSender(quiet.port);
  assert.match(await sender.answer(), /^220 /);
  for (const line of ['STOR a', 'LIST', 'PASV', 'EPSV', 'PORT 127,0,0,1,0,21', 'DELE a', 'RNFR a', 'RNTO b', 'ABOR'])
    assert.equal(await sender.code(line), '530', line);
  assert.equal(await sender.code('PASS x'), '503');
  assert.equal(await sender.code('PROT P'), '503');
  assert.equal(await sender.code('NOOP'), '200');
  assert.match(await sender.send('FEAT'), /^211-Known:\r\n AUTH TLS\r\n[\s\S]*\r\n211 End$/);
  assert.equal(await sender.code('QUIT'), '221');
  await sender.closed;
});

test('rubbish, lines without end and too much at once are bounded', async () => {
  const feed = await makeFeed();
  const sender = await signIn(feed);
  sender.socket.write(Buffer.alloc(3_000_000, 'x'));
  assert.match(await sender.send(''), /^500 No such command/);
  assert.equal(await sender.code('NOOP'), '200');
  sender.socket.write(Buffer.from('\r\n\n\r\0\xff\xff\r\n', 'latin1'));
  assert.equal(await sender.answer(), '500 No such command.');
  sender.end();
  const rubbish = new RawSender(quiet.port);
  await rubbish.answer();
  for (let nth = 1; nth < 20; nth++) assert.equal(await rubbish.code(`${nth} GET / HTTP/1.1`), '500');
  assert.match(await rubbish.send('!'), /^421/);
  await rubbish.closed;
  const hasty = new RawSender(quiet.port);
  await hasty.answer();
  assert.match(await hasty.send('NOOP\r\n'.repeat(1_000)), /^(?:200|421)/);
  await hasty.closed;
});

test('of a stranger no more is read than a sign-in takes, in one line or in many, in the clear and under TLS', async () => {
  for (const bytes of [Buffer.alloc(maxUnsignedBytes + 1, 'x'), `NOOP ${' '.repeat(1_000)}\r\n`.repeat(10)]) {
    const sender = new RawSender(quiet.port);
    await sender.answer();
    sender.socket.write(bytes);
    await sender.closed;
  }
  // What it goes on to send is not read: it stays in its own buffers and in those of the two sockets.
  const sender = new RawSender(quiet.port);
  await sender.answer();
  const pour = () => {
    if (sender.socket.writable) sender.socket.write(Buffer.alloc(1_000_000, 'x'), pour);
  };
  pour();
  await sender.closed;
  assert.ok(sender.socket.bytesWritten < 100_000_000, `${sender.socket.bytesWritten}`);
  const secured = new RawSender(quiet.port);
  await secured.answer();
  assert.equal(await secured.code('AUTH TLS'), '234');
  secured.socket.removeAllListeners('data');
  const over = connectTls({ socket: secured.socket, rejectUnauthorized: false });
  over.on('error', () => undefined);
  await new Promise((resolve) => over.once('secureConnect', resolve));
  const closed = new Promise((resolve) => over.once('close', resolve));
  over.resume().write(Buffer.alloc(maxUnsignedBytes + 1, 'x'));
  await closed;
  const feed = await makeFeed();
  const slow = new RawSender(quiet.port);
  await slow.answer();
  for (let nth = 0; nth < 15; nth++) assert.equal(await slow.code('NOOP'), '200');
  await slow.send(`USER ${feed.key}`);
  assert.match(await slow.send(`PASS ${feed.secret}`), /^230/);
  slow.end();
});

test('tries are counted, and so are connections of a feed and of an address', async () => {
  const feed = await makeFeed();
  const wrong = new RawSender(quiet.port);
  await wrong.answer();
  for (let nth = 0; nth < ftpLimits.tries; nth++) {
    await wrong.send(`USER ${feed.key}`);
    assert.equal(await wrong.code('PASS plf_wrong'), '530');
  }
  assert.equal(await wrong.send('NOOP'), 'closed', 'after the last try nothing is answered any more');
  const senders: RawSender[] = [];
  for (let nth = 0; nth < ftpLimits.ofFeed; nth++) senders.push(await signIn(feed));
  const one = new RawSender(quiet.port);
  await one.answer();
  await one.send(`USER ${feed.key}`);
  assert.match(await one.send(`PASS ${feed.secret}`), /^421 This feed has as many connections/);
  senders[0]?.end();
  await waitFor(async () => quiet.connections, ftpLimits.ofFeed - 1);
  const again = await signIn(feed);
  for (const each of [...senders, again]) each.end();
  await waitFor(async () => quiet.connections, 0);
  const unsigned = Array.from({ length: ftpLimits.unsigned.ofAddress + 5 }, () => new RawSender(quiet.port));
  await Promise.all(unsigned.map((each) => each.answer()));
  await waitFor(async () => quiet.connections, ftpLimits.unsigned.ofAddress);
  for (const each of unsigned) each.end();
});

test('who does not sign in, and who says nothing, is let go', async () => {
  const feed = await makeFeed();
  const short = await open({}, { signInMs: 300 });
  const silent = new RawSender(short.port);
  await silent.closed;
  await waitFor(async () => short.connections, 0);
  const idle = await open({}, { idleMs: 300 });
  const sender = await signIn(feed, idle);
  assert.match(await sender.answer(), /^421 Idle for too long/);
  await sender.closed;
});

test('an upload that is cut is no file, however it is cut', async () => {
  const feed = await makeFeed();
  const cuts: ((sender: RawSender, data: Awaited<ReturnType<RawSender['data']>>) => unknown)[] = [
    // As when its program dies: both connections end in good order.
    (sender, data) => [sender.socket.end(), data.end()],
    (sender, data) => [data.end(), sender.socket.end()],
    (sender, data) => [data.end(), setTimeout(() => sender.socket.end(), 50)],
    (sender, data) => [sender.socket.resetAndDestroy(), data.end()],
    (_, data) => data.resetAndDestroy(),
    (sender) => sender.socket.write('ABOR\r\n'),
    (sender) => sender.socket.write(Buffer.from([0xff, 0xf4, 0xff, 0xf2, 0x41, 0x42, 0x4f, 0x52, 0x0d])),
  ];
  for (const cut of cuts) {
    const sender = await signIn(feed);
    const data = await sender.data();
    assert.match(await sender.send('STOR half.csv'), /^150/);
    data.write('1,2,3');
    await waitUntilSettled(
      () => lyingIn(feed.inbox),
      (names) => assert.match(names.join(), /^\.upload-[0-9a-f]{16}$/),
    );
    cut(sender, data);
    await waitFor(() => lyingIn(feed.inbox), []);
    if (!sender.socket.destroyed && sender.socket.writable) assert.match(await sender.answer(), /^426/);
    sender.end();
    data.destroy();
  }
  // A port that nobody connects to, and none at all.
  const sender = await signIn(feed);
  assert.match(await sender.send('STOR half.csv'), /^425 PASV or EPSV/);
  await sender.send('EPSV');
  assert.match(await sender.send('STOR half.csv'), /^150/);
  assert.match(await sender.send('ABOR'), /^426/);
  assert.match(await sender.answer(), /^226/);
  assert.deepEqual(await lyingIn(feed.inbox), []);
  sender.end();
});

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The first of two ports that nobody has, below those that the system gives out by itself. */
async function freePair(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const first = 10_000 + Math.floor(Math.random() * 20_000);
    if ((await isFree(first)) && (await isFree(first + 1))) return first;
  }
  throw new Error('No two free ports side by side.');
}

test('data comes from the address of its sender alone, by the ports that were set, and those are few', async () => {
  const feed = await makeFeed();
  const first = await freePair();
  const few = await open({ passive: { first, last: first + 1 }, address: '203.0.113.9' });
  const senders = [await signIn(feed, few), await signIn(feed, few), await signIn(feed, few)];
  const [one, two, three] = senders as [RawSender, RawSender, RawSender];
  const answer = await one.send('PASV');
  const [high, low] = /^227 .*\(203,0,113,9,(\d+),(\d+)\)/.exec(answer)?.slice(1).map(Number) ?? [];
  assert.ok(high !== undefined && low !== undefined, answer);
  const port = high * 256 + low;
  assert.ok(port === first || port === first + 1);
  assert.equal(await two.code('EPSV'), '229');
  assert.match(await three.send('EPSV'), /^425 Every port/);
  two.end();
  await waitUntilSettled(
    () => three.code('EPSV'),
    (code) => assert.equal(code, '229'),
  );
  const intruder = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).resume();
  await new Promise((resolve) => intruder.once('close', resolve));
  const data = connect(port, '127.0.0.1');
  assert.match(await one.send('STOR mine.csv'), /^150/);
  data.end('mine');
  assert.match(await one.answer(), /^226/);
  assert.equal(await readFile(join(feed.inbox, 'mine.csv'), 'utf8'), 'mine');
  assert.equal(await one.code('EPSV ALL'), '200');
  assert.equal(await one.code('PASV'), '503');
  assert.equal(await one.code('EPSV 2'), '522');
  for (const each of senders) each.end();
});

test('no path leads out of the inbox, and names are fit for a disk', async () => {
  const feed = await makeFeed();
  const sender = await signIn(feed);
  const refused = ['done', 'refused', '.hidden', 'a/b', '/done/x', 'x'.repeat(201), 'a\0b', 'a\u0085b', ''];
  for (const name of refused) assert.match(await sender.send(`STOR ${name}`), /^553/, name);
  for (const name of ['../up.csv', '/../../up.csv']) assert.match(await put(sender, name, 'x'), /^226/, name);
  assert.deepEqual((await readdir(folder)).concat(await readdir(join(folder, 'feeds'))).includes('up.csv'), false);
  assert.match(await sender.send('RNFR up.csv'), /^350/);
  assert.match(await sender.send('RNTO ../../x/up.csv'), /^553/);
  assert.match(await sender.send('RNTO other.csv'), /^503/);
  assert.match(await sender.send('DELE ../../x'), /^5/);
  assert.deepEqual(await sender.send('MLST up.csv').then((text) => /size=1;/.test(text)), true);
  sender.end();
});

test('of two files of one name neither takes the place of the other', async () => {
  const feed = await makeFeed();
  const [one, two] = [await signIn(feed), await signIn(feed)];
  assert.match(await put(one, 'same.csv', 'first'), /^226/);
  assert.match(await put(two, 'same.csv', 'second'), /^226/);
  assert.match(await put(one, 'other.csv', 'third'), /^226/);
  await one.send('RNFR other.csv');
  assert.match(await one.send('RNTO same.csv'), /^250/);
  const data = await two.data();
  assert.match(await two.send('APPE same.csv'), /^150/);
  data.end('fourth');
  assert.match(await two.answer(), /^226/);
  const contents: string[] = [];
  for (let nth = 0; nth < 4; nth++) {
    await bringForward(feed.inbox, await readdir(feed.inbox));
    contents.push(await readFile(join(feed.inbox, 'same.csv'), 'utf8'));
    assert.match(await one.send('DELE same.csv'), /^250/);
  }
  assert.deepEqual(contents, ['first', 'second', 'third', 'fourth']);
  assert.deepEqual(await readdir(feed.inbox), []);
  one.end();
  two.end();
});

test('two files of one name at once are both taken by the feed', async () => {
  assert.ok(server.ftp);
  const feed = await makeFeed();
  const readings = [61, 62, 63].map((temperature, minute) =>
    JSON.stringify({
      id: north.device.sncode,
      channels: { 1: { temperature } },
      at: server.clock.now().getTime() - (minute + 1) * 60_000,
    }),
  );
  const senders = await Promise.all(readings.map(() => signIn(feed, server.ftp ?? undefined)));
  const answers = await Promise.all(senders.map((sender, nth) => put(sender, 'same.json', readings[nth] ?? '')));
  assert.deepEqual(
    answers.map((answer) => answer.slice(0, 3)),
    ['226', '226', '226'],
  );
  const values = async () =>
    (await server.db.selectFrom('reading').select('values').where('point_id', '=', north.pointId).execute()).map(
      (row) => row.values[0],
    );
  await waitUntilSettled(values, (found) => assert.deepEqual(found.toSorted(), [61, 62, 63]));
  for (const sender of senders) sender.end();
});

test('what a process that died left goes, and a full folder takes no more', async () => {
  const feed = await makeFeed();
  await mkdir(feed.inbox, { recursive: true });
  const left = join(feed.inbox, `.upload-${'0'.repeat(16)}`);
  const running = join(feed.inbox, `.upload-${'1'.repeat(16)}`);
  for (const path of [left, running]) await writeFile(path, 'x');
  const old = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left, old, old);
  await bringForward(feed.inbox, await readdir(feed.inbox));
  assert.deepEqual(await readdir(feed.inbox), [`.upload-${'1'.repeat(16)}`]);
  for (let nth = 0; nth < feedLimits.filesWaiting; nth++) await writeFile(join(feed.inbox, `.full-${nth}`), '');
  const sender = await signIn(feed);
  await sender.send('EPSV');
  assert.match(await sender.send('STOR more.csv'), /^452 Too many files wait/);
  sender.end();
});

test('a new secret, a feed that is off and one that asks for TLS count at the next file', async () => {
  const changes: ((feed: Sender) => Promise<unknown>)[] = [
    (feed) => server.call(feeds.newSecret, feed.one, token),
    (feed) => server.call(feeds.update, { ...feed.one, enabled: false } as never, token),
    (feed) => server.call(feeds.update, { ...feed.one, plainFtp: false } as never, token),
    (feed) => server.call(feeds.remove, feed.one, token),
  ];
  for (const change of changes) {
    const feed = await makeFeed();
    const sender = await signIn(feed);
    assert.match(await put(sender, 'one.csv', 'x'), /^226/);
    await change(feed);
    await sender.send('EPSV');
    assert.match(await sender.send('STOR two.csv'), /^530|closed/);
    await sender.closed;
    assert.deepEqual(await readdir(feed.inbox), ['one.csv']);
  }
});

test('where TLS is required no feed is reached without; without a certificate none is offered', async () => {
  const feed = await makeFeed();
  const strict = await open({ tls, mayBePlain: false });
  const sender = new RawSender(strict.port);
  await sender.answer();
  assert.match(await sender.send(`USER ${feed.key}`), /^530 This feed requires TLS/);
  assert.equal(await sender.code(`PASS ${feed.secret}`), '503');
  const bare = new RawSender((await open()).port);
  await bare.answer();
  assert.equal(await bare.code('AUTH TLS'), '502');
  assert.doesNotMatch(await bare.send('FEAT'), /AUTH/);
  const strange = new RawSender(quiet.port);
  await strange.answer();
  assert.equal(await strange.code('AUTH KERBEROS'), '504');
  for (const each of [sender, bare, strange]) each.end();
});

test('what came in the clear does not count under TLS', async () => {
  const feed = await makeFeed();
  const injected = new RawSender(quiet.port);
  await injected.answer();
  assert.equal(await injected.send(`AUTH TLS\r\nUSER ${feed.key}\r\nPASS ${feed.secret}`), 'closed');
  const sender = new RawSender(quiet.port);
  await sender.answer();
  await sender.send(`USER ${feed.key}`);
  assert.equal(await sender.code('AUTH TLS'), '234');
  sender.socket.removeAllListeners('data');
  const secured = connectTls({ socket: sender.socket, rejectUnauthorized: false });
  secured.on('error', () => undefined);
  const reply = new Promise<string>((resolve) => secured.once('data', (chunk) => resolve(String(chunk))));
  secured.write(`PASS ${feed.secret}\r\n`);
  assert.match(await reply, /^503 USER comes first/);
  secured.destroy();
});
