/** Backup and restore as their user types them: of a running server that stores readings meanwhile, and of one at rest. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeFolder } from './folders.ts';
import { pngHeader } from './pictures.ts';
import { type Running, startProcess } from './process.ts';

const root = join(import.meta.dirname, '../..');
const password = 'Backup-2026';
const folder = makeFolder('backup');
const homes = () => (existsSync('/var/lib/plumbline') ? readdirSync('/var/lib/plumbline') : []);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

interface Ended {
  readonly code: number | null;
  readonly printed: string;
}
const scriptEnv = (dataDir: string, env: Record<string, string>) => ({
  ...process.env,
  INIT_CWD: folder,
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  ...env,
});
/** `npm run backup` or `npm run restore`, without npm. */
function script(
  name: 'backup' | 'restore',
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [`server/src/${name}.ts`, ...args], {
    cwd: root,
    env: scriptEnv(dataDir, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, printed })));
}

async function signIn(server: Running): Promise<string> {
  const response = await fetch(`${server.url}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password }),
  });
  return ((await response.json()) as { token: string }).token;
}
const client = (server: Running, token: string) => async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200, `${method} ${path}: ${await response.clone().text()}`);
  return (await response.json()) as Record<string, never>;
};
const start = (dataDir: string) => startProcess(dataDir, [], { DEMO_PASSWORD: password, DEMO_DEVICES: '0' });
async function stop(server: Running) {
  server.child.kill('SIGTERM');
  await server.ended;
}

const data = join(folder, 'data');
const inboxName = 'feed-0123456789abcdef0123';
const uploadedAt = new Date('2026-03-18T06:00:00Z');
const beginMs = Date.now() - 3_600_000;
const picture = pngHeader(40, 30, 5_008);

/** Makes a point with a device of its own; gives how to store a reading of a second after the beginning. */
async function makeSource(server: Running) {
  const call = client(server, await signIn(server));
  const made = (await call('POST', '/corporations/1/devices', {
    name: 'Backup logger',
    model: 'DIY',
    sncode: 'BACKUP-1',
    channels: [{ number: '1', mode: 4 }],
  })) as unknown as { device: { id: number }; secret: string };
  const point = (await call('POST', '/projects/1/measuring-points', {
    structureId: 1,
    name: 'Backup air',
    family: 'temperature',
    mode: 4,
    intervalSeconds: 60,
  })) as unknown as { measuringPoint: { id: number } };
  const pointId = point.measuringPoint.id;
  const group = { measuringDeviceId: made.device.id, channel: '1' };
  await call('PUT', `/measuring-points/${pointId}/device-group`, group);
  const store = client(server, made.secret);
  return {
    pointId,
    store: (second: number) =>
      store('POST', '/devices/BACKUP-1/readings', {
        at: beginMs + second * 1000,
        channels: { 1: { temperature: second } },
      }),
  };
}

async function storedSeconds(server: Running, pointId: number): Promise<number[]> {
  const call = client(server, await signIn(server));
  const { series } = (await call('POST', '/monitor/query', {
    pointIds: [pointId],
    from: new Date(beginMs - 1000).toISOString(),
    to: new Date(beginMs + 3_600_000).toISOString(),
    raw: true,
  })) as unknown as { series: { values: number[] }[] };
  return series[0]?.values ?? [];
}

test('a backup of a running server holds all that was acknowledged before it, and is restored whole', async (t) => {
  const server = await start(data);
  let pointId = 0;
  const before = 200;
  try {
    const source = await makeSource(server);
    pointId = source.pointId;
    for (let second = 0; second < before; second++) await source.store(second);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'site.png');
    const token = await signIn(server);
    const headers = { authorization: `Bearer ${token}` };
    const sent = await fetch(`${server.url}/api/projects/1/picture`, { method: 'PUT', headers, body: form });
    assert.equal(sent.status, 200);

    // What lies in DATA_DIR beside files and database: an upload that waits, a half one, and whatever a version may add.
    mkdirSync(join(data, 'feeds', inboxName, 'done'), { recursive: true });
    writeFileSync(join(data, 'feeds', inboxName, 'waiting.csv'), 'at,level');
    utimesSync(join(data, 'feeds', inboxName, 'waiting.csv'), uploadedAt, uploadedAt);
    writeFileSync(join(data, 'feeds', inboxName, '.upload-half'), 'at,le');
    writeFileSync(join(data, 'sftp_host_key'), 'a key', { mode: 0o600 });
    mkdirSync(join(data, 'plugins'), { recursive: true });
    writeFileSync(join(data, 'plugins', 'codec.plugin'), 'signed');
    mkdirSync(join(data, 'of-a-later-version'));
    writeFileSync(join(data, 'of-a-later-version', 'state'), 'kept');
    // Of one that was killed.
    const killed = spawnSync(process.execPath, ['-e', '']).pid;
    mkdirSync(join(folder, `old.trial-${hostname().replace(/[^\w]/g, '')}-${killed}-0123abcd`, 'postgres'), {
      recursive: true,
    });
    mkdirSync(join(folder, 'old.unfinished-0123abcd'));

    let working = true;
    let acknowledged = before;
    const storing = (async () => {
      for (; working; acknowledged++) await source.store(acknowledged);
    })();
    const made = await script('backup', data, ['first']);
    working = false;
    await storing;
    assert.equal(made.code, 0, made.printed);
    assert.match(made.printed, /Removing the trial of a backup that was killed: .*old\.trial-/);
    assert.match(made.printed, /Left by a backup that did not end.*old\.unfinished-0123abcd/);
    assert.match(made.printed, /restored as a trial: \d{4,} readings/);
    assert.ok(acknowledged > before + 20, `readings went on meanwhile (${acknowledged - before})`);
  } finally {
    await stop(server);
  }
  assert.deepEqual(
    readdirSync(folder).sort(),
    ['data', 'first', 'old.unfinished-0123abcd'],
    'nothing is left of the trial, nor of one that was killed',
  );
  assert.ok(!homes().some((name) => name.includes('.trial-')), 'elsewhere neither');
  assert.equal(spawnSync('sha256sum', ['-c', '--quiet', 'checksums.sha256'], { cwd: join(folder, 'first') }).status, 0);

  await t.test('a restore into a fresh folder gives it all back', async () => {
    const restored = await script('restore', join(folder, 'restored'), ['first']);
    assert.equal(restored.code, 0, restored.printed);
    assert.deepEqual(
      readFileSync(join(folder, 'restored', 'vault.key')),
      readFileSync(join(data, 'vault.key')),
      'the key of the secrets',
    );
    const back = (...path: string[]) => join(folder, 'restored', ...path);
    assert.equal(readFileSync(back('feeds', inboxName, 'waiting.csv'), 'utf8'), 'at,level');
    assert.equal(statSync(back('feeds', inboxName, 'waiting.csv')).mtimeMs, uploadedAt.getTime(), 'with its time');
    assert.ok(existsSync(back('feeds', inboxName, 'done')));
    assert.ok(!existsSync(back('feeds', inboxName, '.upload-half')), 'nobody was told that it is there');
    assert.equal(readFileSync(back('sftp_host_key'), 'utf8'), 'a key');
    assert.equal(statSync(back('sftp_host_key')).mode & 0o777, 0o600);
    assert.equal(readFileSync(back('plugins', 'codec.plugin'), 'utf8'), 'signed');
    assert.equal(readFileSync(back('of-a-later-version', 'state'), 'utf8'), 'kept');
    const again = await start(join(folder, 'restored'));
    try {
      const stored = await storedSeconds(again, pointId);
      assert.ok(stored.length >= before, `${stored.length} of at least ${before}`);
      assert.deepEqual(
        stored,
        stored.map((_, i) => i),
        'without a gap: what is there is all that was acknowledged up to one moment',
      );
      const token = await signIn(again);
      const shown = await fetch(`${again.url}/api/projects/1/picture`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.deepEqual(Buffer.from(await shown.arrayBuffer()), picture);
    } finally {
      await stop(again);
    }
  });

  await t.test('a backup of a server that does not run holds everything', async () => {
    const made = await script('backup', data, ['second']);
    assert.equal(made.code, 0, made.printed);
    assert.match(made.printed, /does not run/);
  });

  await t.test('nothing is overwritten, and nothing damaged is used', async () => {
    const onto = await script('restore', data, ['first']);
    assert.equal(onto.code, 1);
    assert.match(onto.printed, /is not empty/);
    const same = await script('backup', data, ['first']);
    assert.match(same.printed, /exists already/);
    const inside = await script('backup', data, ['data/copy']);
    assert.match(inside.printed, /lies in DATA_DIR/);
    const none = await script('restore', join(folder, 'other'), ['data']);
    assert.match(none.printed, /is no backup of Plumbline/);
    const external = await script('backup', data, ['third'], { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' });
    assert.match(external.printed, /DATABASE_URL is set/);

    await refusesWhatIsNotWhole();

    const victim = join(folder, 'first', 'postgres', 'pgdata', 'global', 'pg_control');
    const bytes = readFileSync(victim);
    bytes[40] = bytes[40]! ^ 1;
    writeFileSync(victim, bytes);
    const damaged = join(folder, 'damaged');
    const refused = await script('restore', damaged, ['first']);
    assert.equal(refused.code, 1);
    assert.match(refused.printed, /pg_control of the backup is damaged/);
    await assert.rejects(start(damaged), /was not finished/, 'and what was begun is never started as an installation');
  });
});

/** Whatever a copy of a backup may have lost. Each is put back, so that the next is the only one. */
async function refusesWhatIsNotWhole(): Promise<void> {
  const first = (...path: string[]) => join(folder, 'first', ...path);
  const [sums, about] = [first('checksums.sha256'), first('backup.json')];
  const [list, manifest] = [readFileSync(sums, 'utf8'), readFileSync(about, 'utf8')];
  const lines = list.trimEnd().split('\n');
  assert.match(lines.at(-1) ?? '', /vault\.key$/);
  const withoutSeal = () => {
    const { list: _, hasSecretKey: __, data: ___, ...old } = JSON.parse(manifest);
    writeFileSync(about, JSON.stringify({ ...old, format: 1 }));
  };
  const refused = async (words: RegExp, damage: () => void) => {
    damage();
    const into = `part-${randomUUID()}`;
    const { code, printed } = await script('restore', join(folder, into), ['first']);
    assert.equal(code, 1, printed);
    assert.match(printed, words);
    rmSync(join(folder, into), { recursive: true, force: true });
    writeFileSync(sums, list);
    writeFileSync(about, manifest);
  };
  const cut = () => writeFileSync(sums, `${lines.slice(0, -1).join('\n')}\n`);
  await refused(/is not the list that the backup was made with/, cut);
  await refused(/is not the list that the backup was made with/, () => writeFileSync(sums, list.slice(0, -5)));
  await refused(/is not the list that the backup was made with/, () => writeFileSync(sums, ''));
  await refused(/vault\.key is there and not in checksums\.sha256/, () => {
    cut();
    withoutSeal();
  });
  const { mtimeMs } = statSync(first('data', 'sftp_host_key'));
  assert.ok(mtimeMs > 0);
  await refused(/sftp_host_key of the backup is damaged or missing/, () => rmSync(first('data', 'sftp_host_key')));
  await refused(/sftp_host_key of the backup is damaged or missing/, () =>
    writeFileSync(first('data', 'sftp_host_key'), 'a kez'),
  );
  writeFileSync(first('data', 'sftp_host_key'), 'a key');
  await refused(/data\/more is there and not in checksums/, () => writeFileSync(first('data', 'more'), ''));
  rmSync(first('data', 'more'));
  withoutSeal();
  const old = await script('restore', join(folder, 'old-format'), ['first']);
  assert.equal(old.code, 0, old.printed);
  assert.match(old.printed, /of an older format/);
  writeFileSync(about, manifest);
}

test('a folder without an installation is not backed up', async () => {
  mkdirSync(join(folder, 'empty'));
  const made = await script('backup', join(folder, 'empty'), ['nothing']);
  assert.equal(made.code, 1);
  assert.match(made.printed, /there is no database of Plumbline here/);
  assert.ok(!existsSync(join(folder, 'nothing')));
});
