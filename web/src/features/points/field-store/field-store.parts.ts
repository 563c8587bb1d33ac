/**
 * What this browser keeps for field work: a project as it was when there was a network, and what a person entered since.
 * Invariant: what is entered leaves here when the server has it or when its author throws it away, by nothing else.
 */

import type { Round } from '@plumbline/contract/points/inspections';
import type { Plan, Template } from '@plumbline/contract/points/inspections.plans';
import type { Point } from '@plumbline/contract/points/points';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { packsName } from '../../../kernel/field-work-mark.ts';
import type { OpenProject } from '../../../kernel/project.tsx';

/** A project as it was read for one person. */
export interface Pack {
  readonly projectId: number;
  readonly userId: number;
  readonly userName: string;
  /** Of the session it was read in: without a network only the browser of that session opens it. */
  readonly tokenDigest: string;
  /** Epoch ms by the server's clock. */
  readonly readAt: number;
  readonly open: OpenProject;
  /** Names of structures and items by id; none for whoever may not read them. */
  readonly places: Readonly<Record<number, string>>;
  readonly points: readonly Point[];
  readonly plans: readonly Plan[];
  /** Rounds that have begun, and the templates of those that have not: what is here can be inspected without a network. */
  readonly rounds?: readonly Round[];
  readonly templates?: readonly Template[];
}

interface EntryOf {
  readonly id: string;
  readonly userId: number;
  readonly userName: string;
  readonly projectId: number;
  readonly point: Pick<Point, 'id' | 'name' | 'family' | 'nodeCount'>;
  /** When it was measured or taken, ISO. */
  readonly at: string;
  readonly note: string;
  /** Epoch ms; entries are sent in this order. */
  readonly madeAt: number;
  /** `waiting` to be sent; `sent`; `differs` = there is another value at its time; `refused` = it cannot be stored so. */
  readonly state: 'waiting' | 'sent' | 'differs' | 'refused';
  readonly sentAt: number | null;
  /** Why it is not stored, as the server answered. */
  readonly failure: { readonly name: string; readonly detail: unknown } | null;
}
export interface ReadingEntry extends EntryOf {
  readonly kind: 'reading';
  readonly values: Readonly<Record<string, number>>;
  /** The author has seen the other value and puts this one in its place. */
  readonly overwrite: boolean;
}
export interface PhotoEntry extends EntryOf {
  readonly kind: 'photo';
  readonly fileName: string;
  /** null = the server has it. */
  readonly file: Blob | null;
  /** True while its note may still be written: it is kept, and not sent before its sheet is closed. */
  readonly isNoteOpen?: boolean;
}
export type FieldEntry = ReadingEntry | PhotoEntry;

interface EntrySchema extends DBSchema {
  entries: { key: string; value: FieldEntry; indexes: { madeAt: number } };
}
interface PackSchema extends DBSchema {
  packs: { key: number; value: Pack };
}

/** How long entries that were sent stay in the list. */
const sentForMs = 3 * 86_400_000;

/** A database of this browser, opened when it is first used and given up to whoever deletes or renews it. */
export function opener<S extends DBSchema>(
  name: string,
  make: (db: IDBPDatabase<S>) => void,
): () => Promise<IDBPDatabase<S>> {
  let opened: Promise<IDBPDatabase<S>> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  return () => {
    opened ??= openDB<S>(name, 1, {
      upgrade: make,
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    opened.catch(forget);
    return opened;
  };
}
const entriesDb = opener<EntrySchema>('plumbline.fieldWork', (db) => {
  db.createObjectStore('entries', { keyPath: 'id' }).createIndex('madeAt', 'madeAt');
});
/** Apart from the entries: it goes when its reader signs out (kernel/field-work-mark.ts). */
const packsDb = opener<PackSchema>(packsName, (db) => {
  db.createObjectStore('packs', { keyPath: 'projectId' });
});

/** Other tabs of this browser show the same entries. */
const changes = new BroadcastChannel('plumbline.fieldWork');
const listeners = new Set<() => void>();
changes.onmessage = () => {
  for (const listener of listeners) listener();
};
function announce(): void {
  for (const listener of listeners) listener();
  changes.postMessage('changed');
}
export function onEntriesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the entry is on the disk of this device. Throws DOMException QuotaExceededError where there is no space. */
export async function putEntry(entry: FieldEntry): Promise<void> {
  const transaction = (await entriesDb()).transaction('entries', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(entry), transaction.done]);
  announce();
}

export async function removeEntry(id: string): Promise<void> {
  await (await entriesDb()).delete('entries', id);
  announce();
}

/** Every entry of this browser, oldest first; what was sent days ago is left out, and goes. */
export async function allEntries(): Promise<FieldEntry[]> {
  const db = await entriesDb();
  const entries = await db.getAllFromIndex('entries', 'madeAt');
  const isOld = ({ sentAt }: FieldEntry): boolean => sentAt !== null && Date.now() - sentAt > sentForMs;
  for (const { id } of entries.filter(isOld)) await db.delete('entries', id);
  return entries.filter((entry) => !isOld(entry));
}
export const entryNow = async (id: string): Promise<FieldEntry | undefined> => (await entriesDb()).get('entries', id);

export async function putPack(pack: Pack): Promise<void> {
  await (await packsDb()).put('packs', pack);
}
export const packOf = async (projectId: number): Promise<Pack | undefined> => (await packsDb()).get('packs', projectId);
export const allPacks = async (): Promise<Pack[]> => (await packsDb()).getAll('packs');
/** Removes the data kept of projects for whoever was here before. Entries stay: they are their author's. */
export async function removePacks(): Promise<void> {
  await (await packsDb()).clear('packs');
}
