/** What is answered to a sender: a line with its code (RFC 959, 4.2), and what becomes of the connection. */
import { feedLimits } from '@plumbline/contract/telemetry/feeds';
import { Refused } from '../../feed-inbox/feed-inbox.api.ts';
import { DataLost, NoData } from './transfers.ts';

export type Reply =
  | string
  | {
      readonly text: string;
      /** The connection ends, or goes on under TLS. */
      readonly next: 'end' | 'secure';
    };
export type Answer = Reply | Promise<Reply>;

const refusals = {
  noSuchFile: '550 No such file waits here: it may have been taken.',
  denied: '553 No file of this name can be here.',
  tooMany: '452 Too many files wait to be taken. Try again later.',
  tooLong: `552 A file may have ${feedLimits.fileBytes} bytes at most. Nothing was stored.`,
} as const;

/** null = nobody knows what it is. */
export function replyTo(error: unknown): string | null {
  if (error instanceof Refused) return refusals[error.why];
  if (error instanceof NoData) return '425 Nobody connected to the port that was opened.';
  if (error instanceof DataLost) return '426 The connection was cut before its end. Nothing was stored.';
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? '452 There is no room on the disk. Try again later.' : null;
}

export const notOffered = '502 This is not offered here.';
/** Lists of several lines. */
export const lines = (code: number, first: string, middle: readonly string[], last: string): string =>
  [`${code}-${first}`, ...middle.map((line) => ` ${line}`), `${code} ${last}`].join('\r\n');
