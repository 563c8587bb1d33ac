/**
 * A connection to an FTP server of others, plain or with TLS (RFC 4217).
 *
 * Invariant: both connections, control and data, are made by the one way out to the host that was set; what the server says of
 * other addresses (PASV) counts for nothing.
 */
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'basic-ftp';
import type { Outbound } from '../../../kernel/outbound.ts';

const answerMs = 30_000;

interface FtpLogin {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Empty or null = anonymous. */
  readonly userName: string | null;
  readonly password: string | null;
}

/** Throws what the way out and the server say: an FTPError with the code of its reply where it does not let one in. */
export async function connectFtp(
  outbound: Outbound,
  { host, port, tls, userName, password }: FtpLogin,
): Promise<Client> {
  const client = new Client(answerMs);
  try {
    client.ftp.socket = await outbound.connect(host, port, [21]);
    // The server says first who it is.
    await client.ftp.handle(undefined, (answer, task) => {
      if (answer instanceof Error) task.reject(answer);
      else if (answer.code >= 200 && answer.code < 300) task.resolve(answer);
      else if (answer.code >= 400) task.reject(new Error(answer.message));
    });
    if (tls) await client.useTLS({ host, ...(isIP(host) === 0 && { servername: host }), minVersion: 'TLSv1.2' });
    await client.login(userName || 'anonymous', password ?? '');
    await client.useDefaultSettings();
    client.prepareTransfer = (ftp) => prepare(ftp, host, outbound);
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
