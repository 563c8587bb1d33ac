/**
 * What passes over a data connection: a file in, a list out. Invariants: a file is stored only where its sender ended it and is still
 * there to hear of it; what is read waits for the disk; a transfer has an end, whatever its sender does.
 */
import { addAbortSignal, type Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import type { Upload } from '../../feed-inbox/feed-inbox.api.ts';
import type { DataPort } from './data-ports.ts';
import { secureData } from './data-tls.ts';

const idleMs = 60_000;
const longestMs = 30 * 60_000;
/**
 * A sender that dies has both of its connections ended at once, and over plain FTP the end of the data looks as if it were that of the file.
 * So long after it a sender must still be there.
 */
const graceMs = 200;

/** The connection was cut, was not under TLS, or did not come. */
export class DataLost extends Error {}
export class NoData extends Error {}

const lost = (): never => {
  throw new DataLost();
};

export interface Transfer {
  readonly dataPort: DataPort;
  /** null = in the clear. */
  readonly secureContext: SecureContext | null;
  /** The sender ended it, or is gone. */
  readonly signal: AbortSignal;
}

/** Runs what is done with a data connection, and closes it behind that. */
async function withData<T>(
  { dataPort, secureContext, signal }: Transfer,
  act: (data: Duplex) => Promise<T>,
): Promise<T> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const close = () => dataPort.close();
  ended.addEventListener('abort', close);
  try {
    const socket = await dataPort.passed();
    if (ended.aborted) throw new DataLost();
    if (!socket) throw new NoData();
    socket.setTimeout(idleMs, () => socket.destroy());
    const data = secureContext ? await secureData(socket, secureContext).catch(lost) : socket;
    addAbortSignal(ended, data);
    const result = await act(data);
    dataPort.letGo();
    return result;
  } catch (error) {
    dataPort.close();
    throw error;
  } finally {
    ended.removeEventListener('abort', close);
  }
}

/** Resolves when the file is whole. Throws DataLost, NoData, Refused, and what the disk says. */
export const receiveFile = (transfer: Transfer, upload: Upload): Promise<void> =>
  withData(transfer, async (data) => {
    const pieces = data.iterator({ destroyOnReturn: false });
    for (;;) {
      const piece = await pieces.next().catch(lost);
      if (piece.done) break;
      await upload.write(upload.bytes, piece.value);
    }
    // Under TLS: ours is closed too.
    data.end();
    await pause(graceMs);
    if (transfer.signal.aborted) throw new DataLost();
  });

export const sendList = (transfer: Transfer, list: string): Promise<void> =>
  withData(transfer, async (data) => {
    data.resume();
    data.end(list);
    await finished(data, { readable: false }).catch(lost);
  });
