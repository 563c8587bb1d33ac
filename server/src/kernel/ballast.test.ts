import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { keepBallast, releaseBallast } from './ballast.ts';
import { openLog } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-ballast-'));
chmodSync(folder, 0o711);
const log = openLog('silent');
const bytes = 2 * 1024 * 1024;
const size = (home: string) => statSync(join(home, 'ballast')).size;

test('a ballast that was given up is reported, by the next process too, until there is room again', async () => {
  const home = join(folder, 'plain');
  mkdirSync(home);
  assert.equal(releaseBallast(home), false, 'where there is none');
  const first = await keepBallast(home, log, { spared: 0, bytes });
  first.stop();
  assert.deepEqual([size(home), first.isSpent()], [bytes, false]);
  assert.equal(releaseBallast(home), true);
  assert.equal(releaseBallast(home), false, 'once');
  const scarce = await keepBallast(home, log, { spared: Number.MAX_SAFE_INTEGER, bytes });
  scarce.stop();
  assert.equal(scarce.isSpent(), true);
  const again = await keepBallast(home, log, { spared: 0, bytes });
  again.stop();
  assert.deepEqual([size(home), again.isSpent()], [bytes, false]);
});

test('a disk that never had room for one is not full', async () => {
  const home = join(folder, 'small');
  mkdirSync(home);
  const ballast = await keepBallast(home, log, { spared: Number.MAX_SAFE_INTEGER, bytes });
  ballast.stop();
  assert.equal(ballast.isSpent(), false);
});

const script = join(import.meta.dirname, '../../test/only-postgres.ts');
function startOn(data: string) {
  const child = spawn(process.execPath, [script, data], { stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const outcome = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/^ready/m.test(printed)) resolve(printed);
    });
    void ended.then(() => resolve(printed));
  });
  return { child, outcome, ended };
}
const urlIn = (printed: string) => /^ready (\S+)/m.exec(printed)?.[1] ?? '';

/** Stores rows until the disk is full and the database has ended; gives how many commits were answered. */
async function fill(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE load (batch int, x text)');
  let committed = 0;
  for (let failed = 0; failed < 3; ) {
    const rows = `INSERT INTO load SELECT ${committed}, repeat(md5(g::text), 30) FROM generate_series(1, 50) g`;
    await client.query(rows).then(
      () => committed++,
      () => failed++,
    );
  }
  await client.end().catch(() => undefined);
  return committed;
}

const disk = join(folder, 'disk');
mkdirSync(disk);
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m,mode=711', 'tmpfs', disk]).status === 0;
after(() => {
  if (mounted) spawnSync('umount', ['-l', disk]);
  rmSync(folder, { recursive: true, force: true });
});

test('a database that ended on a full disk recovers in the place of the ballast, with every commit that was answered', {
  skip: mounted ? false : 'no right to mount a small disk',
  timeout: 120_000,
}, async () => {
  const data = join(disk, 'data');
  mkdirSync(data);
  const first = startOn(data);
  const url = urlIn(await first.outcome);
  const home = join(data, 'postgres');
  (await keepBallast(home, log, { spared: 0 })).stop();
  const committed = await fill(url);
  // A fast shutdown has no room for its last checkpoint: the shell that watches ends the database all the same.
  first.child.stdin.end();
  await first.ended;
  try {
    writeFileSync(join(disk, 'rest'), Buffer.alloc(200 * 1024 * 1024));
  } catch {
    // Full to the last byte.
  }
  const second = startOn(data);
  const printed = await second.outcome;
  assert.match(printed, /giving up the ballast/);
  assert.match(printed, /^ready/m, printed);
  assert.equal(size(home), 0);
  const client = new pg.Client({ connectionString: urlIn(printed) });
  await client.connect();
  const { rows } = await client.query<{ batches: string }>('SELECT count(DISTINCT batch) AS batches FROM load');
  assert.ok(Number(rows[0]?.batches) >= committed, `${rows[0]?.batches} of ${committed}`);
  await client.query('DELETE FROM load');
  await client.end();
  second.child.stdin.end();
  await second.ended;
});
