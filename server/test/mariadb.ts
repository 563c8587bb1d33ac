/** A MariaDB of Debian of its own, for tests of what leaves for databases of others or comes from them; ends with the tests of the file. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createConnection } from 'mysql2/promise';
import { until } from './until.ts';

const programs = ['/usr/sbin/mariadbd', '/usr/bin/my_print_defaults'];
/** Why there is none here; false = there is. */
export const noMariaDb: string | false =
  programs.every(existsSync) && process.getuid?.() === 0
    ? false
    : 'MariaDB (Debian: mariadb-server-core, mariadb-client-core) is not installed, or this is not root';

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** Its port, and a connection of its root, which has done these statements. */
export async function openMariaDb(statements: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'mariadb-'));
  const port = await freePort();
  const options = ['--no-defaults', `--datadir=${home}/data`, '--user=root'];
  const auth = '--auth-root-authentication-method=normal';
  const installed = spawnSync('mariadb-install-db', [...options, auth, '--skip-test-db'], { encoding: 'utf8' });
  assert.equal(installed.status, 0, installed.stderr);
  const database = spawn(
    '/usr/sbin/mariadbd',
    [...options, `--port=${port}`, '--bind-address=127.0.0.1', `--socket=${home}/socket`, `--pid-file=${home}/pid`],
    { stdio: 'ignore' },
  );
  after(async () => {
    database.kill();
    await new Promise((resolve) => database.once('exit', resolve));
    rmSync(home, { recursive: true, force: true });
  });
  const root = await until(
    () => createConnection({ socketPath: `${home}/socket`, user: 'root' }).catch(() => null),
    (connection) => connection !== null,
    60_000,
  );
  assert.ok(root);
  after(() => root.end());
  for (const statement of statements) await root.query(statement);
  return { port, root };
}
