/**
 * The times of a file, line by line. Invariant: a time that the clock shows twice is never guessed: which one it is was
 * chosen, or follows from the line before it of the same name.
 */
import { type Ambiguity, type ReadTime, readTime, type TimePattern } from '../series/local-time.ts';

/** inOrder: the first of two instants that follows the line before of the same name. */
export type FileAmbiguity = Ambiguity | 'inOrder';
/** Names whose order is followed. */
const maxNames = 20_000;
const written = { shortYears: true };

/** Reads written times of one pattern and zone. `name` is whose lines go forward in time. Neighbouring lines often have the same time: it is read once. */
export function fileTimes(
  pattern: TimePattern,
  { timeZone, ambiguous }: { readonly timeZone: string; readonly ambiguous: FileAmbiguity },
): (text: string, name: string) => ReadTime {
  const policy = ambiguous === 'inOrder' ? 'refuse' : ambiguous;
  const before = new Map<string, number>();
  let last: { text: string; read: ReadTime } | null = null;
  return (text, name) => {
    if (last?.text !== text) last = { text, read: readTime(text, pattern, timeZone, policy, written) };
    return ambiguous === 'inOrder' ? inOrder(text, name, last.read) : last.read;
  };

  /** Without a line before, and where both instants lie before it, nobody can say. */
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
}
