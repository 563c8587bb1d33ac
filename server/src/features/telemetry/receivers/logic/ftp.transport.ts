/** Messages as files of an FTP server, plain (ftp) or with TLS (ftps, RFC 4217). */
import { Readable } from 'node:stream';
import { folderOf } from '@plumbline/contract/reports/push-transports';
import { type Client, FTPError } from 'basic-ftp';
import { connectFtp } from '../../feed-sources/feed-sources.ftp.api.ts';
import { type Folder, putFile } from './file-names.ts';
import { type Delivered, type Delivery, onTimeOver, PushRefused, targetOf } from './transport.ts';

export async function sendByFtp(delivery: Delivery): Promise<Delivered> {
  const { settings, login, outbound, signal } = delivery;
  const { host, port } = targetOf(settings.url, 21);
  const tls = settings.url.startsWith('ftps:');
  const client = await connectFtp(outbound, {
    host,
    port,
    tls,
    userName: login.userName,
    password: login.password,
  }).catch((error: unknown) => {
    throw replyOf(error, [430, 530, 532], 'loginRefused');
  });
  const isOver = onTimeOver(signal, () => client.close());
  try {
    const folder = folderOf(settings.url) ?? '';
    if (folder !== '')
      await client.cd(folder).catch((error: unknown) => {
        throw replyOf(error, [500, 501, 550, 553], 'folderMissing');
      });
    return await putFile(filesOf(client), delivery);
  } finally {
    isOver();
    client.close();
  }
}

const filesOf = (client: Client): Folder => ({
  has: (name) =>
    client.size(name).then(
      () => true,
      (error: unknown) => {
        if (error instanceof FTPError && error.code === 550) return false;
        throw replyOf(error, [], 'status');
      },
    ),
  write: (name, content) =>
    client.uploadFrom(Readable.from([content]), name).then(
      () => undefined,
      (error: unknown) => {
        throw replyOf(error, [532, 550, 553], 'notPermitted');
      },
    ),
  rename: (from, to) =>
    client.rename(from, to).then(
      () => undefined,
      (error: unknown) => {
        throw replyOf(error, [550, 553], 'notPermitted');
      },
    ),
  remove: (name) => client.remove(name).then(() => undefined),
});

/** A reply of the server as the fault that it stands for; what is no reply stays. */
function replyOf(
  error: unknown,
  codes: readonly number[],
  fault: 'loginRefused' | 'folderMissing' | 'notPermitted' | 'status',
) {
  if (!(error instanceof FTPError)) return error;
  return new PushRefused(codes.includes(error.code) ? fault : 'status', error.message);
}
