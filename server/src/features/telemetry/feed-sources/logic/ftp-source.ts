/**
 * Files of an FTP server, plain or with TLS (RFC 4217). They stay there: what was taken is known by name, size and time, and
 * a file that has grown is taken again, of which the readings that were there change nothing.
 *
 * Invariant: both connections, control and data, are made by the one way out to the host that was set; what the server says of
 * other addresses (PASV) counts for nothing.
 */
import { Writable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { feedLimits } from '@plumbline/contract/telemetry/feeds';
import { Client, type FileInfo } from 'basic-ftp';
import type { Outbound } from '../../../../kernel/outbound.ts';
import { cursorOf, saveCursor } from '../feed-sources.table.ts';
import { matches } from './file-patterns.ts';
import { PolledSource, type RoundParts, type SourceParts } from './polled-source.ts';

interface Cursor {
  readonly files: Readonly<Record<string, string>>;
}

const answerMs = 30_000;
/** Files of one folder. */
const maxFiles = 2_000;
/** One that was written just now may still grow. */
const quietMs = 2_000;

export const openFtpSource = (parts: SourceParts): PolledSource => new PolledSource(parts, takeNew);

async function takeNew(parts: RoundParts, signal: AbortSignal): Promise<void> {
  const { db, feed, take, failed } = parts;
  const { path, pattern } = feed.settings;
  const client = await connected(parts);
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

async function connected({ feed, password, outbound }: SourceParts): Promise<Client> {
  const { host, port, tls, userName } = feed.settings;
  const address = host ?? '';
  const client = new Client(answerMs);
  try {
    client.ftp.socket = await outbound.connect(address, port ?? 21, [21]);
    // The server says first who it is.
    await client.ftp.handle(undefined, (answer, task) => {
      if (answer instanceof Error) task.reject(answer);
      else if (answer.code >= 200 && answer.code < 300) task.resolve(answer);
      else if (answer.code >= 400) task.reject(new Error(answer.message));
    });
    if (tls) await client.useTLS({ host: address, servername: address, minVersion: 'TLSv1.2' });
    await client.login(userName || 'anonymous', password ?? '');
    await client.useDefaultSettings();
    client.prepareTransfer = (ftp) => prepare(ftp, address, outbound);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** A data connection to the host of the control connection, at the port that it names. */
async function prepare(ftp: Client['ftp'], host: string, outbound: Outbound) {
  const answer = await ftp.request('EPSV').catch(() => ftp.request('PASV'));
  const port = portOf(answer.message);
  if (port === null) throw new Error('the server names no port for data');
  const plain = await outbound.connect(host, port, []);
  ftp.dataSocket = ftp.hasTLS ? connectTls({ ...ftp.tlsOptions, socket: plain, ...sessionOf(ftp) }) : plain;
  return answer;
}

/** Servers that want the data connection to be of the same session as the control connection. */
function sessionOf({ socket }: Client['ftp']): { session?: Buffer } {
  const session = 'getSession' in socket ? socket.getSession() : undefined;
  return session ? { session } : {};
}

/** 229 (|||6446|), or 227 (h1,h2,h3,h4,p1,p2) of which the address is passed over. */
function portOf(message: string): number | null {
  const extended = /\(\|\|\|(\d{1,5})\|\)/.exec(message)?.[1];
  if (extended !== undefined) return Number(extended);
  const [, high, low] = /\d+,\d+,\d+,\d+,(\d{1,3}),(\d{1,3})/.exec(message) ?? [];
  return high === undefined || low === undefined ? null : Number(high) * 256 + Number(low);
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
