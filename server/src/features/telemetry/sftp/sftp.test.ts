/** Files of feeds uploaded over SFTP: by OpenSSH's `sftp` with a key, by the client of ssh2 with the secret, and by whoever may not. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { feedLimits, feeds } from '@plumbline/contract/telemetry/feeds';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { nameOf } from '../feed-inbox/feed-inbox.api.ts';
import { openSftp, sftpLimits } from './sftp.port.api.ts';

const [server, north] = await openWorlds(['North'], { SFTP_PORT: '0' });
const { corporationId } = north;
const { token } = north.admin;
const port = () => server.sftp?.port ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'sftp-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function makeFeed(publicKeys: string[] = []) {
  const place = { in: 'content', path: 'id' };
  const given = { corporationId, kind: 'folder', name: crypto.randomUUID().slice(0, 30), place, publicKeys };
  const { status, body } = await server.call(feeds.create, given as never, token);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.secret, null, 'a folder has none until it is asked for');
  const { key } = body.feed;
  return {
    ...body.feed,
    inbox: join(server.config.dataDir, 'feeds', key),
    one: { corporationId, feedId: body.feed.id },
  };
}
const secretOf = async ({ one }: { one: { corporationId: number; feedId: number } }) =>
  (await server.call(feeds.newSecret, one, token)).body.secret;
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

interface Signed {
  readonly client: ssh2.Client;
  readonly sftp: SFTPWrapper;
}
function signIn(username: string, password: string, to = port()): Promise<Signed> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client.on('error', reject);
    client.on('close', () => reject(new Error('the connection ended')));
    client.on('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve({ client, sftp }))));
    client.connect({ host: '127.0.0.1', port: to, username, password, readyTimeout: 10_000 });
  });
}
const outcomeOf = (act: (done: (error?: Error | null) => void) => void) =>
  new Promise<string>((resolve) => act((error) => resolve(error ? error.message : 'done')));
const put = ({ sftp }: Signed, name: string, content: string | Buffer) =>
  outcomeOf((done) => sftp.writeFile(name, content, done));

test('with the secret of its feed a file is uploaded, and taken as if it had been dropped', async (t) => {
  const feed = await makeFeed();
  const secret = await secretOf(feed);
  const signed = await signIn(feed.key, secret);
  t.after(() => signed.client.end());
  assert.equal(await put(signed, 'one.json', message(41, 1)), 'done');
  await waitUntilSettled(
    () => readdir(join(feed.inbox, 'done')).catch(() => []),
    (names) => assert.deepEqual(names, ['one.json']),
  );
  assert.equal(await countOf(41), 1);
  assert.deepEqual((await server.call(feeds.list, { corporationId }, token)).body.addresses.sftp?.port, port());
});

test("OpenSSH's sftp with a public key", async (t) => {
  if (!existsSync('/usr/bin/sftp')) return t.skip('sftp (Debian: openssh-client) is not installed');
  const key = join(folder, 'id');
  const run = (command: string, args: string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 15_000 });
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
      child.on('exit', (code) => resolve({ code, output }));
    });
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const feed = await makeFeed([readFileSync(`${key}.pub`, 'utf8').trim()]);
  writeFileSync(join(folder, 'up.json'), message(42, 2));
  writeFileSync(join(folder, 'batch'), `pwd\nput -p ${folder}/up.json up.part\nrename up.part up.json\nls -l\n`);
  const options = ['-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${folder}/known`, '-i', key];
  const sftp = (batch: string) =>
    run('sftp', ['-q', '-P', String(port()), ...options, '-b', batch, `${feed.key}@127.0.0.1`]);
  const { code, output } = await sftp(join(folder, 'batch'));
  assert.equal(code, 0, output);
  assert.match(output, /Remote working directory: \//);
  await waitFor(() => countOf(42), 1);
  for (const line of [
    'cd ..\nmkdir x',
    'get done/up.json',
    'put up.json ../up.json\nls ..',
    'put up.json done/x',
    'ln a b',
  ]) {
    writeFileSync(join(folder, 'bad'), line.replaceAll('put up.json', `put ${folder}/up.json`));
    const bad = await sftp(join(folder, 'bad'));
    if (!line.includes('../up.json')) assert.notEqual(bad.code, 0, line);
  }
  const entries = await readdir(join(feed.inbox, '..'));
  assert.ok(!entries.includes('up.json'), 'nothing lies outside of the inbox');
  // scp speaks SFTP too, and believes the exit status of the channel alone.
  const scp = async (mode: string, name: string, temperature: number) => {
    writeFileSync(join(folder, name), message(temperature, temperature));
    return run('scp', [mode, '-q', '-P', String(port()), ...options, join(folder, name), `${feed.key}@127.0.0.1:`]);
  };
  const copied = await scp('-s', 'copied.json', 43);
  assert.equal(copied.code, 0, copied.output);
  await waitFor(() => countOf(43), 1);
  const outOfReach = await run('scp', [
    ...['-s', '-q', '-P', String(port()), ...options],
    ...[join(folder, 'copied.json'), `${feed.key}@127.0.0.1:done/x/y`],
  ]);
  assert.notEqual(outOfReach.code, 0, 'what is not copied is no success');
  await server.call(feeds.update, { ...feed.one, publicKeys: [] } as never, token);
  await waitUntilSettled(
    () => sftp(join(folder, 'batch')),
    (refused) => assert.notEqual(refused.code, 0),
  );
});

test('a wrong secret, an unknown key, another kind of feed and a feed that is off are refused alike', async () => {
  const feed = await makeFeed();
  const refusal = /All configured authentication methods failed/;
  await assert.rejects(signIn(feed.key, 'plf_wrong'), refusal);
  await assert.rejects(signIn(`feed-${'0'.repeat(20)}`, 'plf_wrong'), refusal);
  const { body } = await server.call(
    feeds.create,
    { corporationId, kind: 'webhook', name: 'A webhook', wrapping: 'plain' } as never,
    token,
  );
  await assert.rejects(signIn(body.feed.key, body.secret ?? ''), refusal);
  const secret = await secretOf(feed);
  const signed = await signIn(feed.key, secret);
  const second = await secretOf(feed);
  await assert.rejects(signIn(feed.key, secret), refusal);
  const ended = new Promise<void>((resolve) => signed.client.on('close', () => resolve()));
  void put(signed, 'late.json', '{}');
  await ended;
  const again = await signIn(feed.key, second);
  again.client.end();
  await server.call(feeds.update, { ...feed.one, enabled: false }, token);
  await assert.rejects(signIn(feed.key, second), refusal);
});

test('who may not upload any more is shut out at whatever it does next, and nothing of it is done', async (t) => {
  const { gateway, log } = server;
  assert.ok(gateway);
  // Into a folder that nobody takes files out of.
  const quiet = await openSftp({ feeds: gateway.feeds, log, dataDir: folder, host: '127.0.0.1', port: 0 });
  t.after(() => quiet.close());
  const acts: Record<string, (sftp: SFTPWrapper, handle: Buffer) => Promise<string>> = {
    write: (sftp, handle) => outcomeOf((done) => sftp.write(handle, Buffer.from('{}'), 0, 2, 0, done)),
    close: (sftp, handle) => outcomeOf((done) => sftp.close(handle, done)),
    rename: (sftp) => outcomeOf((done) => sftp.rename('kept.part', 'gone.part', done)),
    remove: (sftp) => outcomeOf((done) => sftp.unlink('kept.part', done)),
    list: (sftp) => outcomeOf((done) => sftp.readdir('/', (error) => done(error))),
    stat: (sftp) => outcomeOf((done) => sftp.stat('kept.part', (error) => done(error))),
  };
  for (const [name, act] of Object.entries(acts)) {
    const feed = await makeFeed();
    const { client, sftp } = await signIn(feed.key, await secretOf(feed), quiet.port);
    const inbox = join(folder, 'feeds', feed.key);
    await mkdir(inbox, { recursive: true });
    await writeFile(join(inbox, 'kept.part'), 'old');
    const handle = await new Promise<Buffer>((resolve, reject) =>
      sftp.open('begun.part', 'w', (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    const ended = new Promise<void>((resolve) => client.on('close', () => resolve()));
    await secretOf(feed);
    assert.notEqual(await Promise.race([act(sftp, handle), ended.then(() => 'ended')]), 'done', name);
    await ended;
    await waitFor(() => readdir(inbox), ['kept.part'], name);
    assert.equal(await readFile(join(inbox, 'kept.part'), 'utf8'), 'old', name);
  }
});

test('files are bounded in size and number; what is not whole is not taken, and goes with its connection', async (t) => {
  const feed = await makeFeed();
  const signed = await signIn(feed.key, await secretOf(feed));
  t.after(() => signed.client.end());
  assert.equal(await put(signed, 'large.bin', Buffer.alloc(feedLimits.fileBytes + 1)), 'Failure');
  const { sftp } = signed;
  const handle = await new Promise<Buffer>((resolve, reject) =>
    sftp.open('half.json', 'w', (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  await outcomeOf((done) => sftp.write(handle, Buffer.from('{"id"'), 0, 5, 0, done));
  const hidden = async () => (await readdir(feed.inbox)).filter((name) => name.startsWith('.upload-')).length;
  assert.equal(await hidden(), 1);
  signed.client.end();
  await waitFor(hidden, 0);
  assert.ok(!(await readdir(feed.inbox)).includes('half.json'));
  // As many as wait at most, hidden so that nobody takes them meanwhile.
  await mkdir(feed.inbox, { recursive: true });
  for (let nth = 0; nth < feedLimits.filesWaiting; nth++) await writeFile(join(feed.inbox, `.full-${nth}`), '');
  const other = await signIn(feed.key, await secretOf(feed));
  t.after(() => other.client.end());
  assert.equal(await put(other, 'more.json', '{}'), 'Failure');
});

test('there is nothing but the inbox: no file can be read, no command run', async (t) => {
  const feed = await makeFeed();
  const signed = await signIn(feed.key, await secretOf(feed));
  t.after(() => signed.client.end());
  const { sftp, client } = signed;
  await writeFile(join(feed.inbox, '..', 'secret.txt'), 'of another');
  for (const path of ['../secret.txt', '/etc/passwd', 'done/x', '.hidden'])
    assert.notEqual(await outcomeOf((done) => sftp.readFile(path, done)), 'done', path);
  assert.notEqual(await put(signed, '../up.json', '{}'), undefined);
  assert.equal(existsSync(join(server.config.dataDir, 'feeds', 'up.json')), false);
  assert.notEqual(await outcomeOf((done) => client.exec('id', done)), 'done');
  assert.notEqual(await outcomeOf((done) => client.shell(done)), 'done');
  assert.notEqual(await outcomeOf((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', port(), done)), 'done');
  for (const path of ['..', '../..', '/', 'x/..', '']) assert.equal(nameOf(path), null, path);
  for (const path of ['a/b', '/done', '.x', 'refused', `${'x'.repeat(201)}`, 'a\nb'])
    assert.throws(() => nameOf(path), /denied/, path);
});

test('who does not sign in is let go; tries are counted; the host key stays', async (t) => {
  const { gateway, log } = server;
  assert.ok(gateway);
  const parts = {
    feeds: gateway.feeds,
    log,
    dataDir: server.config.dataDir,
    host: '127.0.0.1',
    port: 0,
    signInMs: 300,
  };
  const short = await openSftp(parts);
  t.after(() => short.close());
  const silent = connect(short.port, '127.0.0.1').resume();
  await new Promise((resolve) => silent.once('close', resolve));
  await waitFor(async () => short.connections, 0);
  const key = await readFile(join(server.config.dataDir, 'sftp_host_key'), 'utf8');
  const again = await openSftp(parts);
  await again.close();
  assert.equal(await readFile(join(server.config.dataDir, 'sftp_host_key'), 'utf8'), key);
  const client = new ssh2.Client();
  let tries = 0;
  await new Promise<void>((resolve) => {
    client.on('error', () => undefined);
    client.on('close', () => resolve());
    client.connect({
      host: '127.0.0.1',
      port: port(),
      username: 'feed-00000000000000000000',
      authHandler: (_methods, _partial, next) => {
        tries++;
        next({ type: 'password', username: 'feed-00000000000000000000', password: `wrong ${tries}` });
      },
    });
  });
  assert.ok(tries <= sftpLimits.tries + 1, `${tries}`);
});
