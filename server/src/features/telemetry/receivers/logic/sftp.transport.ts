/**
 * Messages as files of an SFTP server. Invariant: the password goes only to a server that has shown the key which the rule names; without one
 * the connection ends before anybody signs in, and the answer says which key was shown.
 */
import { createHash } from 'node:crypto';
import { folderOf } from '@plumbline/contract/reports/push-transports';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { type Folder, putFile } from './file-names.ts';
import { type Delivered, type Delivery, onTimeOver, PushRefused, targetOf } from './transport.ts';

const sftpPort = 22;
const { STATUS_CODE } = ssh2.utils.sftp;

export async function sendBySftp(delivery: Delivery): Promise<Delivered> {
  const { settings, outbound, signal } = delivery;
  const { host, port } = targetOf(settings.url, sftpPort);
  const sock = await outbound.connect(host, port, [sftpPort]);
  const client = new ssh2.Client();
  const end = () => {
    client.end();
    sock.destroy();
  };
  const isOver = onTimeOver(signal, end);
  try {
    await signedIn(client, delivery, sock);
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) =>
      client.sftp((error, opened) =>
        error ? reject(new PushRefused('notPermitted', error.message)) : resolve(opened),
      ),
    );
    sftp.on('error', () => undefined);
    const folder = folderOf(settings.url) ?? '';
    return await putFile(filesOf(sftp, folder === '' ? '' : `${folder.replace(/\/$/, '')}/`), delivery);
  } finally {
    isOver();
    end();
  }
}

function signedIn(
  client: ssh2.Client,
  { settings, login }: Delivery,
  sock: NonNullable<ssh2.ConnectConfig['sock']>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let fingerprint = '';
    let isKnown = false;
    client.on('error', (error) => {
      if (fingerprint !== '' && !isKnown) reject(new PushRefused('hostKeyUnknown', fingerprint));
      else if (error.level === 'client-authentication') reject(new PushRefused('loginRefused', error.message));
      else reject(error);
    });
    client.on('close', () =>
      reject(Object.assign(new Error('the server closed the connection'), { code: 'ECONNRESET' })),
    );
    client.on('ready', () => resolve());
    client.connect({
      sock,
      username: login.userName,
      password: login.password,
      readyTimeout: 20_000,
      hostVerifier: (key: Buffer) => {
        fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
        isKnown = settings.file.hostKey.replace(/=+$/, '') === fingerprint;
        return isKnown;
      },
    });
  });
}

type Fault = 'notPermitted' | 'folderMissing' | 'status';
const answerTo = (act: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => act((error) => (error ? reject(error) : resolve())));
const statusOf = (error: unknown) => (error as { readonly code?: unknown }).code;

function refusalOf(error: unknown): unknown {
  const status = statusOf(error);
  if (typeof status !== 'number') return error;
  const faults = new Map<number, Fault>([
    [STATUS_CODE.NO_SUCH_FILE, 'folderMissing'],
    [STATUS_CODE.PERMISSION_DENIED, 'notPermitted'],
  ]);
  return new PushRefused(faults.get(status) ?? 'status', (error as Error).message);
}

const filesOf = (sftp: SFTPWrapper, folder: string): Folder => {
  const refused = (error: unknown) => {
    throw refusalOf(error);
  };
  return {
    has: (name) =>
      answerTo((done) => sftp.lstat(folder + name, (error) => done(error))).then(
        () => true,
        (error: unknown) => {
          if (statusOf(error) === STATUS_CODE.NO_SUCH_FILE) return false;
          throw refusalOf(error);
        },
      ),
    write: (name, content) =>
      answerTo((done) => sftp.writeFile(folder + name, content, { flag: 'wx' }, done)).catch(refused),
    rename: (from, to) => answerTo((done) => sftp.rename(folder + from, folder + to, done)).catch(refused),
    remove: (name) => answerTo((done) => sftp.unlink(folder + name, done)),
  };
};
