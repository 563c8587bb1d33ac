/** Files of FTP servers and attachments of mailboxes, against Debian's pyftpdlib and Dovecot. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { cursorOf } from './feed-sources.table.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1,localhost' });
const { corporationId } = north;
const { token } = north.admin;
const folder = mkdtempSync(join(tmpdir(), 'sources-'));
const children: ChildProcess[] = [];
after(() => {
  // Dovecot ends its own processes where it is asked to.
  for (const child of children) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
const line = (temperature: number, minute: number) =>
  JSON.stringify({
    id: north.device.sncode,
    at: server.clock.now().getTime() - minute * 60_000,
    channels: { 1: { temperature } },
  });
const stored = async () =>
  (await server.db.selectFrom('reading').select('values').where('point_id', '=', north.pointId).execute())
    .map(({ values }) => values[0])
    .toSorted((a, b) => (a ?? 0) - (b ?? 0));
async function makeFeed(given: object) {
  const place = { in: 'content', path: 'id' };
  const input = { corporationId, name: crypto.randomUUID().slice(0, 30), wrapping: 'plain', place, ...given };
  const { status, body } = await server.call(feeds.create, input as never, token);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.secret, null);
  return body.feed;
}
const stateOf = async (feedId: number) =>
  (await server.call(feeds.list, { corporationId }, token)).body.states.find((state) => state.feedId === feedId);
/** Looks again now: a feed that is switched on is opened anew. */
async function openAgain(feedId: number) {
  for (const enabled of [false, true]) await server.call(feeds.update, { corporationId, feedId, enabled }, token);
}
const old = new Date(Date.now() - 3_600_000);
function drop(path: string, content: string, at = old) {
  writeFileSync(path, content);
  utimesSync(path, at, at);
}

const hasFtp = existsSync('/usr/lib/python3/dist-packages/pyftpdlib/__init__.py');
describe('an FTP server', { skip: hasFtp ? false : 'pyftpdlib (Debian: python3-pyftpdlib) is not installed' }, () => {
  test('files are taken once, what has grown again, and nothing is changed there', async () => {
    const port = await freePort();
    const [first, second] = [join(folder, 'a.json'), join(folder, 'b.json')];
    drop(first, line(11, 10));
    drop(second, line(12, 20));
    drop(join(folder, 'note.txt'), 'no reading');
    children.push(
      spawn(
        '/usr/bin/python3',
        ['-m', 'pyftpdlib', '-i', '127.0.0.1', '-p', `${port}`, '-d', folder, '-u', 'logger', '-P', 'secret'],
        {
          stdio: 'ignore',
        },
      ),
    );
    await until(
      () =>
        fetch(`http://127.0.0.1:${port}`).then(
          () => true,
          (error: Error) => !/ECONNREFUSED/.test(String(error.cause)),
        ),
      (isThere) => isThere,
    );
    const feed = await makeFeed({
      kind: 'ftp',
      host: '127.0.0.1',
      port,
      userName: 'logger',
      password: 'secret',
      pattern: '*.json',
    });
    await until(stored, (values) => values.length === 2);
    assert.deepEqual(await stored(), [11, 12]);
    const state = await until(
      () => stateOf(feed.id),
      (found) => found?.connected === true && found.received === 2,
    );
    assert.equal(state?.refused, 0, 'note.txt was not asked for');

    drop(first, `[${line(11, 10)},${line(13, 5)}]`, new Date(Date.now() - 1_800_000));
    await openAgain(feed.id);
    await until(stored, (values) => values.length === 3);
    await until(
      () => stateOf(feed.id),
      (found) => found?.received === 3,
    );
    const cursor = await cursorOf<{ files: object }>(server.db, feed.id);
    assert.deepEqual(Object.keys(cursor?.files ?? {}).toSorted(), ['a.json', 'b.json']);
    assert.ok(existsSync(first) && existsSync(second));
  });

  test('a wrong password and a private address that nobody allowed are said', async () => {
    const feed = await makeFeed({ kind: 'ftp', host: '10.255.255.1', port: 2121 });
    const state = await until(
      () => stateOf(feed.id),
      (found) => found?.lastFault === 'connection',
    );
    assert.match(state?.lastFaultDetail ?? '', /refused \(address\)/);
  });
});

const hasDovecot = existsSync('/usr/sbin/dovecot') && process.getuid?.() === 0;
const reason = 'dovecot (Debian: dovecot-imapd) is not installed, or this is not root';
describe('a mailbox', { skip: hasDovecot ? false : reason }, () => {
  const home = join(folder, 'mail');

  test('attachments of named senders are taken once, in their order, and no e-mail is changed', async () => {
    const port = await startDovecot(home);
    send(home, 'a', 'logger@loggers.example', 'one.json', line(21, 40));
    send(home, 'b', 'somebody@elsewhere.example', 'two.json', line(22, 39));
    const feed = await makeFeed({
      kind: 'mailbox',
      host: 'localhost',
      port,
      userName: 'box',
      password: 'secret',
      senders: ['@loggers.example'],
    });
    await until(stored, (values) => values.includes(21));
    await until(
      () => stateOf(feed.id),
      (found) => found?.connected === true && found.received === 1,
    );
    send(home, 'c', 'logger@loggers.example', 'three.json', line(23, 38));
    await openAgain(feed.id);
    await until(stored, (values) => values.includes(23));
    const state = await until(
      () => stateOf(feed.id),
      (found) => found?.received === 2,
    );
    assert.equal(state?.refused, 0);
    assert.ok(!(await stored()).includes(22), 'of a stranger');
    const names = readdirSync(join(home, 'Maildir/cur')).concat(readdirSync(join(home, 'Maildir/new')));
    assert.ok(
      names.every((name) => !/:2,.*S/.test(name)),
      'none was marked as read',
    );
  });

  test('a mailbox of another validity is taken from its beginning, and what was there counts once', async () => {
    const before = await stored();
    const { body } = await server.call(feeds.list, { corporationId }, token);
    const feed = body.feeds.find(({ kind }) => kind === 'mailbox');
    assert.ok(feed);
    await server.db
      .updateTable('feed_cursor')
      .set({ cursor: JSON.stringify({ validity: '1', uid: 99 }) })
      .where('feed_id', '=', feed.id)
      .execute();
    await openAgain(feed.id);
    await until(
      () => stateOf(feed.id),
      (found) => found?.received === 4,
    );
    assert.deepEqual(await stored(), before);
  });
});

/** An e-mail as it lies in a maildir, with one attachment. */
function send(home: string, name: string, from: string, file: string, content: string): void {
  const lines = [
    `From: ${from}`,
    'To: box@plumbline.example',
    'Subject: readings',
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b1"',
    ...['', '--b1', 'Content-Type: text/plain', '', 'Readings of the day.'],
    ...['--b1', `Content-Type: application/json; name="${file}"`, 'Content-Transfer-Encoding: base64'],
    ...[
      `Content-Disposition: attachment; filename="${file}"`,
      '',
      Buffer.from(content).toString('base64'),
      '--b1--',
      '',
    ],
  ];
  const path = join(home, 'Maildir/new', `${Math.floor(Date.now() / 1000)}.${name}.host`);
  writeFileSync(path, lines.join('\r\n'));
  spawnSync('chown', ['mail:mail', path]);
}

/** Dovecot of this test alone: one user, over TLS, with a certificate that this process trusts. */
async function startDovecot(home: string): Promise<number> {
  const port = await freePort();
  for (const each of ['Maildir/new', 'Maildir/cur', 'Maildir/tmp', 'run'])
    mkdirSync(join(home, each), { recursive: true });
  const [cert, key] = [join(home, 'cert.pem'), join(home, 'key.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
  ]);
  assert.equal(made.status, 0, made.stderr.toString());
  setDefaultCACertificates([...getCACertificates(), readFileSync(cert, 'utf8')]);
  const config = join(home, 'dovecot.conf');
  writeFileSync(
    config,
    `base_dir = ${home}/run
state_dir = ${home}/run
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${cert}
ssl_key = <${key}
mail_location = maildir:${home}/Maildir
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${home}
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
`,
  );
  spawnSync('chmod', ['755', folder, home]);
  spawnSync('chown', ['-R', 'mail:mail', join(home, 'Maildir')]);
  children.push(spawn('/usr/sbin/dovecot', ['-F', '-c', config], { stdio: 'ignore' }));
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true)).on('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      }),
    (isThere) => isThere,
  );
  return port;
}
