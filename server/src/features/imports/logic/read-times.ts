/**
 * The times of a file, line by line. Invariant: a time that the clock shows twice is never guessed: which one it is was
 * chosen, or follows from the line before it of the same name.
 */
import { gatewayLimits } from '@plumbline/contract/constants';
import type { ErrorName } from '@plumbline/contract/errors';
import type { ambiguities } from '@plumbline/contract/imports.mapping';
import { type ReadTime, readTime, type TimePattern } from '@plumbline/science/series/local-time';

export type FileAmbiguity = (typeof ambiguities)[number];
const faults = { notATime: 'timeUnreadable', ambiguousTime: 'timeAmbiguous', nonexistentTime: 'timeSkipped' } as const;
const longestQuote = 60;
/** Names whose order is followed: what a mapping may hold. */
const maxNames = 20_000;
const written = { shortYears: true };
type Refuse = (line: number, error: ErrorName, detail: unknown) => void;

/**
 * Epoch ms of a written time; null where it was refused. `name` is whose lines go forward in time. Neighbouring lines often
 * have the same time: it is read once.
 */
export function timeReader(
  pattern: TimePattern,
  { timeZone, ambiguous }: { timeZone: string; ambiguous: FileAmbiguity },
  { nowMs }: { readonly nowMs: number },
  sink: { readonly refuse: Refuse },
): (line: number, text: string, name: string) => number | null {
  const latest = nowMs + gatewayLimits.futureToleranceSeconds * 1000;
  const policy = ambiguous === 'inOrder' ? 'refuse' : ambiguous;
  const before = new Map<string, number>();
  let last: { text: string; read: ReadTime } | null = null;
  return (line, text, name) => {
    if (last?.text !== text) last = { text, read: readTime(text, pattern, timeZone, policy, written) };
    const read = ambiguous === 'inOrder' ? inOrder(text, name, last.read) : last.read;
    if ('fault' in read) return refuse(line, faults[read.fault], { text: text.slice(0, longestQuote), timeZone });
    if (read.at < 0) return refuse(line, 'timeTooOld', { at: new Date(read.at).toISOString() });
    if (read.at > latest) return refuse(line, 'timeInFuture', { at: new Date(read.at).toISOString() });
    return read.at;
  };

  /** Of the two instants the first that follows the line before. Without one, and where both lie before it, nobody can say. */
  function inOrder(text: string, name: string, read: ReadTime): ReadTime {
    const previous = before.get(name);
    if ('at' in read || read.fault !== 'ambiguousTime') return remember(name, read);
    const follows = (each: ReadTime) => 'at' in each && previous !== undefined && each.at > previous;
    const both = (['earlier', 'later'] as const).map((each) => readTime(text, pattern, timeZone, each, written));
    return remember(name, both.find(follows) ?? read);
  }

  function remember(name: string, read: ReadTime): ReadTime {
    if ('at' in read && (before.has(name) || before.size < maxNames)) before.set(name, read.at);
    return read;
  }

  function refuse(line: number, error: ErrorName, detail: unknown): null {
    sink.refuse(line, error, detail);
    return null;
  }
}
