/**
 * Copies the embedded database while it works, by the low-level interface of PostgreSQL: between `pg_backup_start` and
 * `pg_backup_stop` files are copied as they are, and the write-ahead log of that time makes them whole. The package brings
 * no pg_basebackup. Invariant: the log of the copy is not recycled before it is copied: a slot holds it.
 */
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type Checksums, checksumOf, copyFile, copyTree } from './backup.copy.ts';

/** Folders whose content belongs to the running server alone; they must exist, empty. The log is copied by itself. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const left =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;
/** What says where recovery begins: copied when all it may speak of is there. */
const control = 'global/pg_control';

const isLeftOut = (path: string) =>
  left.test(path) || path === control || emptied.some((folder) => path.startsWith(`${folder}/`));

/** Copies `data` to `into`, and writes the sums of what is there under `prefix`. */
export async function copyDatabase(
  client: pg.Client,
  { data, into, sums, prefix }: { data: string; into: string; sums: Checksums; prefix: string },
): Promise<void> {
  const slot = `plumbline_backup_${randomBytes(4).toString('hex')}`;
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
  await client.query(`SELECT pg_backup_start('plumbline', true)`);
  await copyTree(data, into, { skip: isLeftOut, sums: { into: sums, prefix } });
  sums.set(prefix + control, (await copyFile(join(data, control), join(into, control))) || '');
  const { rows } = await client.query<{ last: string; label: string }>(
    'SELECT pg_walfile_name(lsn) AS last, labelfile AS label FROM pg_backup_stop(false)',
  );
  const { last = '', label = '' } = rows[0] ?? {};
  await writeFile(join(into, 'backup_label'), label, { mode: 0o600, flag: 'wx' });
  sums.set(`${prefix}backup_label`, (await checksumOf(join(into, 'backup_label'))) ?? '');
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
  if (!first) throw new Error('PostgreSQL did not say where the log of the backup begins');
  for (const name of (await readdir(join(data, 'pg_wal'))).sort()) {
    const isHistory = /^[0-9A-F]{8}\.history$/.test(name);
    if (!isHistory && !(/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)) continue;
    const sum = await copyFile(join(data, 'pg_wal', name), join(into, 'pg_wal', name));
    if (sum === false) throw new Error(`${name} of the log was recycled while it was copied`);
    sums.set(`${prefix}pg_wal/${name}`, sum);
  }
}
