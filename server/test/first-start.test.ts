/** The embedded database: a first start that is killed, two on one folder, what a crash left behind, a long recovery. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startPostgres, untilReady } from '../src/kernel/postgres.ts';
import { makeFolder } from './folders.ts';
import { waitUntil } from './wait-until.ts';

const script = join(import.meta.dirname, 'only-postgres.ts');
let folder: string;
before(() => {
  folder = makeFolder('first');
});
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

interface Attempt {
  readonly child: ChildProcess;
  readonly printed: () => string;
  /** "ready", or what it said when it ended before. */
  readonly outcome: Promise<string>;
  stop(): Promise<void>;
}

function attempt(data: string, prefix: readonly string[] = []): Attempt {
  const [program = '', ...args] = [...prefix, process.execPath, script, data];
  const child = spawn(program, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const outcome = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/^ready/m.test(printed)) resolve('ready');
    });
    void ended.then(() => resolve(printed.trim()));
  });
  return {
    child,
    printed: () => printed,
    outcome,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
async function startsAndStops(data: string): Promise<string> {
  const next = attempt(data);
  const outcome = await next.outcome;
  await next.stop();
  return outcome;
}
const home = (name: string) => join(folder, name);
const postgresFolder = (data: string) =>
  existsSync(join(data, 'postgres'))
    ? join(data, 'postgres')
    : join('/var/lib/plumbline', data.replace(/[^\w.-]+/g, '_').replace(/^_+/, ''));

/** Every second of them, or all with FAULT_STRIDE=1, the long form. */
const killedAfterMs = [60, 150, 300, 450, 600, 800, 1_000, 1_300].filter(
  (_, i) => process.env['FAULT_STRIDE'] === '1' || i % 2 === 0,
);

test('a first start that is killed at any moment is begun again by the next', { timeout: 240_000 }, async () => {
  let forciblyBroken = 0;
  for (const ms of killedAfterMs) {
    const data = home(`killed-${ms}`);
    const first = attempt(data);
    while (!first.printed().includes('Creating the database') && first.child.exitCode === null) await wait(5);
    await wait(ms);
    process.kill(-first.child.pid!, 'SIGKILL');
    await first.outcome;
    const left = existsSync(postgresFolder(data))
      ? readdirSync(postgresFolder(data)).find((name) => name.startsWith('pgdata.new-'))
      : undefined;
    // The planted fault: what initdb left, under the name of a finished cluster, as it was before.
    if (left && forciblyBroken < 2) {
      const copy = home(`fault-${ms}`);
      cpSync(postgresFolder(data), join(copy, 'postgres'), { recursive: true, preserveTimestamps: true });
      if (existsSync(join(copy, 'postgres', left, 'PG_VERSION'))) {
        renameSync(join(copy, 'postgres', left), join(copy, 'postgres', 'pgdata'));
        spawnSync('chown', ['-R', `--reference=${join(postgresFolder(data), left)}`, join(copy, 'postgres', 'pgdata')]);
        chmodSync(copy, 0o711);
        const outcome = await Promise.race([startsAndStops(copy), wait(8_000, 'nothing')]);
        if (outcome !== 'ready') forciblyBroken++;
      }
    }
    assert.equal(await startsAndStops(data), 'ready', `killed after ${ms} ms`);
    assert.equal(await startsAndStops(data), 'ready', 'and after that');
    assert.deepEqual(
      readdirSync(postgresFolder(data)).filter((name) => name.startsWith('pgdata.') || name === 'running'),
      [],
    );
  }
  assert.ok(forciblyBroken > 0, 'the rig interrupts in the middle');
});

test('a second one is refused at once, in another container too, and the data stay whole', {
  timeout: 120_000,
}, async (t) => {
  const data = home('shared');
  const first = attempt(data);
  assert.equal(await first.outcome, 'ready');
  try {
    assert.match(await startsAndStops(data), /Another Plumbline \(process \d+ on .*\) runs on this data/);
    const walls = ['unshare', '--pid', '--ipc', '--mount-proc', '--fork'];
    if (spawnSync(walls[0]!, [...walls.slice(1), 'true']).status !== 0)
      t.diagnostic('no namespaces here: not tested across containers');
    else {
      const other = attempt(data, walls);
      assert.match(await other.outcome, /Another Plumbline .* runs on this data/);
      await other.stop();
    }
    assert.ok(
      existsSync(join(postgresFolder(data), 'pgdata/postmaster.pid')),
      'what belongs to the living is not removed',
    );
  } finally {
    await first.stop();
  }
  assert.equal(await startsAndStops(data), 'ready');
});

test('a mark that moves belongs to a live process on another host; one that does not move does not', {
  timeout: 120_000,
}, async () => {
  const data = home('marked');
  assert.equal(await startsAndStops(data), 'ready');
  const mark = join(postgresFolder(data), 'running');
  writeFileSync(mark, JSON.stringify({ id: 'forged', pid: 1, host: 'elsewhere', boot: 'another' }));
  const beating = setInterval(() => utimesSync(mark, new Date(), new Date()), 1_000);
  assert.match(await startsAndStops(data), /Another Plumbline \(process 1 on elsewhere\) runs on this data/);
  clearInterval(beating);
  assert.equal(await startsAndStops(data), 'ready');

  // One that was taken for dead and comes back: the other has the data, and this one lets go of it.
  const slow = attempt(data);
  assert.equal(await slow.outcome, 'ready');
  writeFileSync(mark, JSON.stringify({ id: 'forged', pid: 1, host: 'elsewhere', boot: 'another' }));
  for (let tries = 0; tries < 100 && !slow.printed().includes('has taken this data'); tries++) await wait(100);
  assert.match(slow.printed(), /has taken this data: the database is stopped here/);
  await slow.stop();
  assert.equal(JSON.parse(readFileSync(mark, 'utf8')).id, 'forged', 'the mark of another stays');
});

test('a number left by a crash that another process bears by now does not keep it from starting', {
  timeout: 60_000,
}, async () => {
  const data = home('stale');
  assert.equal(await startsAndStops(data), 'ready');
  const other = spawn('sh', ['-c', 'sleep 60; : postgres'], { stdio: 'ignore' });
  try {
    const file = join(postgresFolder(data), 'pgdata/postmaster.pid');
    writeFileSync(file, `${other.pid}\n${join(postgresFolder(data), 'pgdata')}\n`);
    const { uid, gid } = statSync(join(postgresFolder(data), 'pgdata'));
    spawnSync('chown', [`${uid}:${gid}`, file]);
    assert.equal(await startsAndStops(data), 'ready');
  } finally {
    other.kill();
  }
});

test('a recovery is waited for as long as the database says that it recovers; silence is not', async () => {
  let answer: 'starting' | 'ready' | 'silent' = 'starting';
  let questionCount = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      questionCount++;
      if (answer === 'starting') socket.end('E\0\0\0\x20SFATAL\0C57P03\0Mstarting up\0\0');
      else if (answer === 'ready') socket.write('R\0\0\0\x08\0\0\0\0');
      else socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const living = { exitCode: null, signalCode: null };
  const recovering = untilReady(
    living,
    port,
    () => undefined,
    () => '',
    500,
  );
  // Asked every 50 ms: for twice as long as it waits for one that says nothing.
  await waitUntil(() => questionCount >= 20, 'it is asked again and again');
  answer = 'ready';
  await recovering;
  answer = 'silent';
  await assert.rejects(
    untilReady(
      living,
      port,
      () => undefined,
      () => 'why',
      500,
    ),
    /has not answered for 0.5 s: why/,
  );
  server.close();
});

test('a port that another database took meanwhile is left to it, and ours starts on the next', async () => {
  const theirs = await startPostgres(join(folder, 'theirs'), () => undefined);
  const busyPort = Number(new URL(theirs.url).port);
  const proposed = [busyPort, busyPort];
  const lines: string[] = [];
  const ours = await startPostgres(
    join(folder, 'ours'),
    (line) => lines.push(line),
    undefined,
    () => {
      const port = proposed.shift();
      return port === undefined ? freePort() : Promise.resolve(port);
    },
  );
  try {
    assert.notEqual(Number(new URL(ours.url).port), busyPort);
    assert.equal(lines.filter((line) => /was taken meanwhile/.test(line)).length, 2, lines.join('\n'));
    const client = new pg.Client({ connectionString: ours.url });
    await client.connect();
    await client.end();
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
});
