import type { Readable } from 'node:stream';

/** Where the content of files lies: a folder or a bucket answers to this. */
/** Bytes of a file, both ends included, from 0. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
/** Where the bytes lie. `put` takes over a finished file on disk; `get` gives null for what is not there. */
export interface ContentStore {
  put(id: string, path: string, bytes: number, type: string): Promise<void>;
  get(id: string, range?: Range): Promise<Readable | null>;
  remove(id: string): Promise<void>;
  /** Where it lies on this machine; absent where it lies elsewhere. */
  path?(id: string): string;
}
