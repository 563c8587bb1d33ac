/** Files of feeds uploaded over FTP by senders that nobody here wrote: curl and Python's ftplib, with TLS and without. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { installation } from '@plumbline/contract/platform/installation';
import { feedLimits, feeds } from '@plumbline/contract/telemetry/feeds';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { needs, run } from '../../../../test/ftp-senders.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { openCertificates } from '../../../../test/openssl.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { openFtp } from './ftp.port.api.ts';

const certificate = openCertificates().selfSigned('/CN=localhost');
const [server, north, south] = await openWorlds(['North', 'South'], {
  FTP_PORT: '0',
  FTP_PASSIVE_PORTS: '',
  MQTT_TLS_CERT: certificate.cert,
  MQTT_TLS_KEY: certificate.key,
});
const port = () => server.ftp?.port ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'ftp-'));
after(() => rmSync(folder, { recursive: true, force: true }));
assert.ok(server.gateway && server.config.ftp);
/** The same, into folders that nobody takes files out of. */
const still = await openFtp({
  feeds: server.gateway.feeds,
  log: server.log,
  clock: server.clock,
  host: '127.0.0.1',
  dataDir: folder,
  ftp: server.config.ftp,
});
after(() => still.close());

async function makeFeed(plainFtp = true, world = north) {
  const { corporationId } = world;
  const given = {
    corporationId,
    kind: 'folder',
    name: crypto.randomUUID().slice(0, 30),
    wrapping: 'plain',
    place: { in: 'content', path: 'id' },
    plainFtp,
  };
  const { status, body } = await server.call(feeds.create, given as never, world.admin.token);
  assert.equal(status, 200, JSON.stringify(body));
  const { key, id } = body.feed;
  const { secret } = (await server.call(feeds.newSecret, { corporationId, feedId: id }, world.admin.token)).body;
  return { key, secret, id, inbox: join(server.config.dataDir, 'feeds', key) };
}
const message = (temperature: number, minute: number) =>
  JSON.stringify({
    id: north.device.sncode,
    at: server.clock.now().getTime() - minute * 60_000,
    channels: { 1: { temperature } },
  });
const countOf = async (value: number) =>
  (await server.db.selectFrom('reading').select('values').where('point_id', '=', north.pointId).execute()).filter(
    ({ values }) => values[0] === value,
  ).length;
const fileOf = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const doneOf = ({ inbox }: { inbox: string }) => readdir(join(inbox, 'done')).catch((): string[] => []);
/** What lies there but the folders of what was taken. */
const lyingIn = async ({ inbox }: { inbox: string }) =>
  (await readdir(inbox).catch((): string[] => [])).filter((name) => name !== 'done' && name !== 'refused');

const curl = ({ key, secret }: { key: string; secret: string }, ...args: string[]) =>
  run('/usr/bin/curl', ['-sS', '--max-time', '20', '--user', `${key}:${secret}`, ...args]);
const address = (name = '') => `ftp://localhost:${port()}/${name}`;

describe('curl', needs, () => {
  test('a file over TLS is taken once, as if it had been dropped', async () => {
    const feed = await makeFeed(false);
    const { code, output } = await curl(feed, '--ssl-reqd', '-k', '-T', fileOf('one.json', message(51, 1)), address());
    assert.equal(code, 0, output);
    await waitUntilSettled(
      () => doneOf(feed),
      (names) => assert.deepEqual(names, ['one.json']),
    );
    assert.equal(await countOf(51), 1);
    // The same again, by an older TLS, changes nothing.
    const again = await curl(feed, '--ssl-reqd', '-k', '--tls-max', '1.2', '-T', join(folder, 'one.json'), address());
    assert.equal(again.code, 0, again.output);
    await waitUntilSettled(
      () => doneOf(feed),
      (names) => assert.equal(names.length, 2),
    );
    assert.equal(await countOf(51), 1);
    const { body } = await server.call(feeds.list, { corporationId: north.corporationId }, north.admin.token);
    assert.deepEqual(body.addresses.ftp, { host: '127.0.0.1', port: port(), hasTls: true, mayBePlain: true });
    const state = body.states.find(({ feedId }) => feedId === feed.id);
    assert.equal(state?.refused, 0);
  });

  test('a CSV in the clear, where the feed allows it; the secret is not even asked for where it does not', async () => {
    const feed = await makeFeed();
    await server.call(
      feeds.update,
      {
        corporationId: north.corporationId,
        feedId: feed.id,
        place: { in: 'fixed', source: north.device.sncode },
      } as never,
      north.admin.token,
    );
    const format = {
      content: 'csv',
      time: { from: 'at', form: 'ymd' },
      rows: [{ from: 'temp', channel: '1', quantity: 'temperature' }],
    };
    await server.call(
      feeds.assign,
      {
        corporationId: north.corporationId,
        feedId: feed.id,
        source: north.device.sncode,
        deviceId: north.device.id,
      },
      north.admin.token,
    );
    const set = await server.call(
      feeds.setFormat,
      { corporationId: north.corporationId, feedId: feed.id, source: north.device.sncode, format } as never,
      north.admin.token,
    );
    assert.equal(set.status, 200, JSON.stringify(set.body));
    const csv = 'at,temp\r\n2026-03-18T05:10:00Z,52.5\r\n2026-03-18T05:20:00Z,52.75\r\n';
    const { code, output } = await curl(feed, '-T', fileOf('readings.csv', csv), address());
    assert.equal(code, 0, output);
    await waitFor(() => countOf(52.5), 1);
    await waitFor(() => countOf(52.75), 1);
    const strict = await makeFeed(false);
    const refused = await curl(strict, '-v', '-T', join(folder, 'readings.csv'), address());
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, /530 This feed requires TLS/);
    assert.doesNotMatch(refused.output, /> PASS/);
  });

  test('a wrong secret, an unknown key, a feed of another kind and one that is off are refused alike', async () => {
    const feed = await makeFeed();
    const file = fileOf('no.json', '{}');
    const { corporationId } = north;
    const { token } = north.admin;
    const webhook = { corporationId, kind: 'webhook', name: 'A webhook', wrapping: 'plain' };
    const { body } = await server.call(feeds.create, webhook as never, token);
    const others = [
      { key: feed.key, secret: 'plf_wrong' },
      { key: `feed-${'0'.repeat(20)}`, secret: 'plf_wrong' },
      { key: body.feed.key, secret: body.secret ?? '' },
      { key: `${feed.key}'--`, secret: feed.secret },
    ];
    for (const other of others) {
      const { code, output } = await curl(other, '-v', '--ssl-reqd', '-k', '-T', file, address());
      assert.equal(code, 67, output);
      assert.match(output, /530 No feed takes files by this key and secret/);
    }
    await server.call(feeds.update, { corporationId, feedId: feed.id, enabled: false }, token);
    assert.equal((await curl(feed, '--ssl-reqd', '-k', '-T', file, address())).code, 67);
    assert.deepEqual(await lyingIn(feed), []);
  });

  test('what is larger than a file may be is refused, and what the folder holds cannot be read', async () => {
    const feed = await makeFeed();
    const large = fileOf('large.bin', Buffer.alloc(feedLimits.fileBytes + 1, 1));
    for (const tls of [['--ssl-reqd', '-k'], []]) {
      const { code, output } = await curl(feed, '-v', ...tls, '-T', large, address());
      assert.notEqual(code, 0, output);
      assert.match(output, /552 A file may have 1048576 bytes/);
      assert.deepEqual(await lyingIn(feed), []);
    }
    const full = fileOf('full.bin', Buffer.alloc(feedLimits.fileBytes, 1));
    assert.equal((await curl(feed, '--ssl-reqd', '-k', '-T', full, address())).code, 0);
    assert.notEqual((await curl(feed, '--ssl-reqd', '-k', address('full.bin'))).code, 0);
    for (const path of ['..%2f..%2fetc/passwd', '%2fetc%2fpasswd', 'done/full.bin', '.hidden'])
      assert.notEqual((await curl(feed, address(path))).code, 0, path);
    for (const path of ['done/x.json', '.hidden', 'a%00b', 'x/y', 'x'.repeat(201)])
      assert.notEqual((await curl(feed, '-T', large, address(path))).code, 0, path);
  });

  test('a sender sees what is its own', async () => {
    const feed = await makeFeed();
    const other = await makeFeed(true, south);
    await curl(feed, '-T', fileOf('mine.json', '{}'), address());
    const listed = async (who: typeof feed) => (await curl(who, '--ssl-reqd', '-k', address())).output;
    await waitUntilSettled(
      async () => `${await listed(feed)} ${await doneOf(feed)} ${await readdir(join(feed.inbox, 'refused'))}`,
      (text) => assert.match(text, /mine\.json/),
    );
    assert.equal(await listed(other), '');
    const crossed = await curl({ key: other.key, secret: feed.secret }, '-T', join(folder, 'mine.json'), address());
    assert.equal(crossed.code, 67);
  });
});

test('when its certificate ends is known to whoever runs the installation', async () => {
  const system = await makeAccount(server, 'System', null, 'ftp.system');
  await server.sign.beat();
  const { body } = await server.call(installation.health, {}, system.token);
  const { state, endsAt } = body.health.certificates.find(({ use }) => use === 'ftp') ?? {};
  assert.equal(state, 'known');
  assert.ok(Date.parse(endsAt ?? '') > Date.now());
});

const ftplib = (who: { key: string; secret: string }, script: string, input = '') =>
  run(
    '/usr/bin/python3',
    [
      '-c',
      `import ftplib, io, ssl, sys
key, secret, port = sys.argv[1:4]
context = ssl._create_unverified_context()
def secure():
    ftp = ftplib.FTP_TLS(context=context, timeout=20)
    ftp.connect('127.0.0.1', int(port)); ftp.login(key, secret); ftp.prot_p()
    return ftp
def plain():
    ftp = ftplib.FTP(timeout=20)
    ftp.connect('127.0.0.1', int(port)); ftp.login(key, secret)
    return ftp
def refused(act, code):
    try: act()
    except ftplib.all_errors as error: assert str(error).startswith(code), error
    else: raise AssertionError('was done: ' + code)
${script}
print('ok')`,
      ...[who.key, who.secret, String(still.port)],
    ],
    input,
  );
async function passes(who: { key: string; secret: string }, script: string) {
  const { code, output } = await ftplib(who, script);
  assert.equal(code, 0, output);
  assert.match(output, /ok\n$/);
}

describe("Python's ftplib", needs, () => {
  for (const way of ['secure', 'plain'])
    test(`${way}: files by PASV and EPSV, their lists, names and sizes`, async () => {
      const feed = await makeFeed();
      await passes(
        feed,
        `ftp = ${way}()
assert ftp.pwd() == '/'
ftp.storbinary('STOR a b.csv', io.BytesIO(b'0123456789'))
ftp.af = 10  # EPSV
ftp.storlines('STOR ünı.csv', io.BytesIO(b'a\\nb\\n'))
assert ftp.size('a b.csv') == 10
assert sorted(ftp.nlst()) == ['a b.csv', 'ünı.csv'], ftp.nlst()
lines = []; ftp.retrlines('LIST -la', lines.append)
assert len(lines) == 2 and all(l.startswith('-rw') for l in lines), lines
facts = dict(ftp.mlsd())
assert facts['a b.csv']['size'] == '10' and facts['ünı.csv']['size'] == '6', facts
assert len(ftp.voidcmd('MDTM a b.csv')) == 18
ftp.rename('a b.csv', 'c.csv'); ftp.delete('c.csv')
refused(lambda: ftp.size('c.csv'), '550')
refused(lambda: ftp.delete('c.csv'), '550')
assert 'UTF8' in ftp.sendcmd('FEAT') and ftp.sendcmd('OPTS UTF8 ON').startswith('200')
assert ftp.sendcmd('SYST').startswith('215') and ftp.sendcmd('ALLO 10').startswith('202')
ftp.cwd('/'); ftp.cwd('..'); ftp.cwd('.')
refused(lambda: ftp.cwd('/etc'), '550')
refused(lambda: ftp.mkd('x'), '550')
refused(lambda: ftp.rmd('done'), '550')
refused(lambda: ftp.retrbinary('RETR ünı.csv', print), '550')
refused(lambda: ftp.storbinary('STOR done/x', io.BytesIO(b'x')), '553')
refused(lambda: ftp.storbinary('STOR x.csv', io.BytesIO(b'x'), rest=3), '502')
refused(lambda: ftp.sendcmd('TYPE E'), '504')
refused(lambda: ftp.sendcmd('MODE Z'), '504')
assert ftp.transfercmd('STOU')
ftp.close()`,
      );
    });

  test('active mode is refused, whoever is named', async () => {
    const feed = await makeFeed();
    await passes(
      feed,
      `ftp = plain(); ftp.set_pasv(False)
refused(lambda: ftp.storbinary('STOR a.csv', io.BytesIO(b'x')), '502')
refused(lambda: ftp.sendcmd('PORT 10,0,0,1,0,25'), '502')
refused(lambda: ftp.sendcmd('EPRT |1|10.0.0.1|25|'), '502')`,
    );
  });

  test('a feed that asks for TLS has it on data too', async () => {
    const feed = await makeFeed(false);
    await passes(
      feed,
      `ftp = secure(); ftp.prot_c()
refused(lambda: ftp.storbinary('STOR a.csv', io.BytesIO(b'x')), '521')
ftp.prot_p(); ftp.storbinary('STOR b.json', io.BytesIO(b'{}'))
refused(plain, '530')`,
    );
  });

  test('TLS that is cut is no file; ABOR ends a transfer', async () => {
    const feed = await makeFeed();
    await passes(
      feed,
      `ftp = secure()
data = ftp.transfercmd('STOR cut.csv'); data.sendall(b'1,2,3')
import socket
raw = socket.socket(fileno=data.detach())
raw.shutdown(socket.SHUT_WR)   # TCP ends, TLS does not
refused(ftp.voidresp, '426'); raw.close()
data = ftp.transfercmd('STOR reset.csv'); data.sendall(b'1,2,3')
raw = socket.socket(fileno=data.detach()); raw.close()
refused(ftp.voidresp, '426')
data = ftp.transfercmd('STOR aborted.csv'); data.sendall(b'1,2,3')
ftp.putcmd('ABOR'); refused(ftp.voidresp, '426'); assert ftp.voidresp().startswith('226')
data.close()
plainly = plain()
data = plainly.transfercmd('STOR urgent.csv'); data.sendall(b'1,2,3')
assert plainly.abort().startswith('426'); assert plainly.voidresp().startswith('226')
ftp.voidcmd('NOOP'); plainly.voidcmd('NOOP')
assert ftp.nlst() == [], ftp.nlst()`,
    );
    assert.deepEqual(await readdir(join(folder, 'feeds', feed.key)), []);
  });
});
