/** A text read through a reader, and what it may stop with. */
import { FileFault, type Reader } from '../src/files/csv.ts';

/** Everything in a text, fed in pieces of `size`. */
export function readAll<T>(reader: Reader<T>, text: string, size = 1000): T[] {
  const found: T[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)));
  return [...found, ...reader.end()];
}
/** Returns whether an error is this fault in that line. */
export const fault = (name: FileFault['fault'], line: number) => (error: unknown) =>
  error instanceof FileFault && error.fault === name && error.line === line;
