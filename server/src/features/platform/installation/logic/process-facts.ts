/** What a process can say of itself and of the machine that it runs on. */
import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { readBackupRecord } from '../../../../kernel/backup.record.ts';
import type { ClockState } from '../../../../kernel/clock-watch.ts';
import type { Config } from '../../../../kernel/config.ts';
import type { ProcessFacts } from '../../../../kernel/tables.installation.ts';

interface Source {
  readonly config: Pick<Config, 'dataDir' | 'mqttTls' | 'mqttPort' | 'ftp' | 'publicUrl' | 'roles'>;
  /** Folders that hold data on this machine. */
  readonly storage: readonly string[];
  /** True where the database is the embedded one of this process. */
  readonly isEmbedded: boolean;
  readonly obstacles: () => Promise<readonly string[]>;
  readonly clock: ClockState;
}

export async function processFacts({ config, storage, isEmbedded, obstacles, clock }: Source): Promise<ProcessFacts> {
  return {
    disks: await Promise.all([...new Set(storage)].map(diskOf)),
    certificates: await certificatesOf(config),
    backup: isEmbedded ? readBackupRecord(config.dataDir) : null,
    obstacles: await obstacles(),
    clock,
  };
}

async function diskOf(path: string): Promise<ProcessFacts['disks'][number]> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { path, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return { path, freeBytes: null, totalBytes: null };
  }
}

type Certificate = ProcessFacts['certificates'][number];

/** Of the ways into this process: web always goes through a proxy where it is encrypted, MQTT and FTP end here. */
async function certificatesOf({ mqttTls, mqttPort, ftp, publicUrl, roles }: Source['config']): Promise<Certificate[]> {
  const noCertificate = { endsAt: null, subject: null };
  const isBehindProxy = publicUrl?.startsWith('https:') === true;
  const web = roles.has('web')
    ? [{ use: 'web', state: isBehindProxy ? 'elsewhere' : 'none', ...noCertificate } as const]
    : [];
  if (!roles.has('gateway')) return web;
  const ways: { readonly use: 'mqtt' | 'ftp'; readonly tls: { readonly certFile: string } | null }[] = [];
  if (mqttPort !== null) ways.push({ use: 'mqtt', tls: mqttTls });
  if (ftp !== null) ways.push({ use: 'ftp', tls: ftp.tls });
  const certificates = ways.map(({ use, tls }) =>
    tls ? certificateIn(tls.certFile, use) : ({ use, state: 'none', ...noCertificate } as const),
  );
  return [...web, ...(await Promise.all(certificates))];
}

/** The first certificate of a chain: the one that is shown to devices. */
async function certificateIn(path: string, use: 'mqtt' | 'ftp'): Promise<Certificate> {
  try {
    const { validToDate, subject } = new X509Certificate(await readFile(path));
    return { use, state: 'known', endsAt: validToDate.toISOString(), subject: subject.slice(0, 200) };
  } catch {
    return { use, state: 'unreadable', endsAt: null, subject: null };
  }
}
