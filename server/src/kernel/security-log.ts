/**
 * What matters to security, one structured line each: signing in and out, refusals, changes of rights, device secrets that
 * were shown. Invariant: who, from where, what and on which ids; never a text that somebody typed or was shown, for that
 * may be a password, also where a name was asked for.
 */
import type { Failure } from '@plumbline/contract/kernel/errors';
import type { Route } from '@plumbline/contract/kernel/route';
import type { Clock } from './clock.ts';
import type { Logger } from './transaction.ts';

export interface SecurityLine {
  readonly event: NonNullable<Route['secures']> | 'signIn' | 'refused';
  readonly outcome: 'done' | Failure['name'];
  /** A request of this process to itself: written at level `info`, so that the log of a first start is not full of its furnishing. */
  readonly own?: boolean;
  /** null = nobody who is known. */
  readonly accountId: number | null;
  readonly ip: string;
  readonly route: string;
  /** The ids that the request named. */
  readonly on?: Readonly<Record<string, unknown>>;
}
export interface SecurityLog {
  write(log: Pick<Logger, 'warn' | 'info'>, line: SecurityLine): void;
  /** The same for what was refused, of which anybody can make any amount: some a minute of each account and address. Whether it was one of them. */
  refuse(log: Pick<Logger, 'warn'>, line: SecurityLine): boolean;
}

const perMinute = 10;
/** Accounts and addresses that are counted apart within a minute. */
const maxKeys = 1_000;

export function openSecurityLog(clock: Clock): SecurityLog {
  let minute = 0;
  let leftOut = 0;
  const counts = new Map<string, number>();
  return {
    // Of people it is a warning, so that it is there with LOG_LEVEL as it comes.
    write: (log, { own, ...line }) =>
      own ? log.info({ security: line }, 'security') : log.warn({ security: line }, 'security'),
    refuse(log, line) {
      const now = Math.floor(clock.now().getTime() / 60_000);
      if (now !== minute) {
        if (leftOut > 0) log.warn({ security: { event: 'refused', leftOut } }, 'security');
        minute = now;
        leftOut = 0;
        counts.clear();
      }
      const key = `${line.accountId} ${line.ip}`;
      const count = counts.get(key) ?? 0;
      if (count >= perMinute || (count === 0 && counts.size >= maxKeys)) {
        leftOut++;
        return false;
      }
      counts.set(key, count + 1);
      log.warn({ security: line }, 'security');
      return true;
    },
  };
}

/** Returns the ids in an input that name records: numbers, and lists of them, under names of ids. */
export function idsIn(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ids: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (!/Ids?$/.test(name)) continue;
    if (typeof value === 'number') ids[name] = value;
    else if (Array.isArray(value) && value.every((each) => typeof each === 'number')) ids[name] = value.slice(0, 20);
  }
  return ids;
}
