/**
 * Files of an FTP server, plain or with TLS (RFC 4217). They stay there: what was taken is known by name, size and time, and
 * a file that has grown is taken again, of which the readings that were there change nothing.
 */
import { Writable } from 'node:stream';
import { feedLimits } from '@plumbline/contract/telemetry/feeds';
import type { Client, FileInfo } from 'basic-ftp';
import { connectFtp } from '../feed-sources.ftp.api.ts';
import { cursorOf, saveCursor } from '../feed-sources.table.ts';
import { matches } from './file-patterns.ts';
import { PolledSource, type RoundParts, type SourceParts } from './polled-source.ts';

interface Cursor {
  readonly files: Readonly<Record<string, string>>;
}

/** Files of one folder. */
const maxFiles = 2_000;
/** One that was written just now may still grow. */
const quietMs = 2_000;

export const openFtpSource = (parts: SourceParts): PolledSource => new PolledSource(parts, takeNew);

async function takeNew(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const { db, feed, password, outbound, take, failed } = parts;
  const { path, pattern, host, port, tls, userName } = feed.settings;
  const client = await connectFtp(outbound, { host: host ?? '', port: port ?? 21, tls, userName, password });
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const listed = (await client.list(path ?? '/')).filter((file) => file.isFile && matches(file.name, pattern ?? '*'));
    if (listed.length > maxFiles) failed(`more than ${maxFiles} files`);
    const files = listed.toSorted((a, b) => timeOf(a) - timeOf(b) || a.name.localeCompare(b.name)).slice(-maxFiles);
    const before = (await cursorOf<Cursor>(db, feed.id))?.files ?? {};
    // What is no longer there is forgotten.
    const filesBefore = new Map(files.flatMap(({ name }) => (before[name] ? [[name, before[name]] as const] : [])));
    for (const file of files) {
      if (signal.aborted) return;
      const mark = `${file.size} ${file.rawModifiedAt}`;
      if (filesBefore.get(file.name) === mark || Date.now() - timeOf(file) < quietMs) continue;
      if (file.size > feedLimits.fileBytes) failed(`${file.name}: ${file.size} bytes`);
      else await take({ ...(await fetched(client, path ?? '/', file)), topic: file.name });
      filesBefore.set(file.name, mark);
      await saveCursor(db, feed.id, { files: Object.fromEntries(filesBefore) });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

async function fetched(client: Client, folder: string, { name, modifiedAt }: FileInfo) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const file = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > feedLimits.fileBytes) return done(new Error(`${name}: more than ${feedLimits.fileBytes} bytes`));
      chunks.push(chunk);
      done();
    },
  });
  await client.downloadTo(file, `${folder.replace(/\/+$/, '')}/${name}`);
  return { content: Buffer.concat(chunks), writtenAt: modifiedAt ?? new Date() };
}

/** 0 = the server does not say. */
const timeOf = ({ modifiedAt }: FileInfo): number => modifiedAt?.getTime() ?? 0;
