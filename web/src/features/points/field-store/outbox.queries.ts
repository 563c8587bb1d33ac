/**
 * Sends what was entered without a network, oldest first, one after the other. Invariants: an entry is sent by one tab at a
 * time; it counts as sent when the server has answered that it is stored; whatever the answer, it stays until then. Sent
 * twice, because an answer was lost, it changes nothing: a reading is the same at its time, a photo is known by its content.
 */
import type { Failure } from '@plumbline/contract/kernel/errors';
import { photos } from '@plumbline/contract/points/photos';
import { imports } from '@plumbline/contract/readings/imports';
import { serverNow } from '../../../kernel/server-clock.ts';
import * as session from '../../../kernel/session.ts';
import { write } from '../../../kernel/writes.ts';
import { stateAfter } from './entry-state.parts.ts';
import { allEntries, entryNow, type FieldEntry, putEntry } from './field-store.parts.ts';
import { isNoteOpen } from './photo-hold.parts.ts';
import { sendRounds } from './round-outbox.queries.ts';

async function send(entry: FieldEntry): Promise<void> {
  const pointId = entry.point.id;
  if (entry.kind === 'reading')
    await write(imports.enter, {
      pointId,
      at: entry.at,
      values: entry.values,
      reason: entry.note,
      overwrite: entry.overwrite,
    });
  else if (entry.file !== null)
    await write(
      photos.upload,
      { pointId, photographedAt: entry.at, note: entry.note },
      { file: new File([entry.file], entry.fileName, { type: entry.file.type }) },
    );
}

const isMine = (entry: FieldEntry): boolean =>
  entry.state === 'waiting' && entry.userId === session.current()?.user.id && !isNoteOpen(entry);

/** This tab is at it, where the browser cannot say so to others: over plain HTTP. */
let isSending = false;

/** Sends what waits of the person who is signed in. Gives what it stopped at; null = nothing of theirs waits any more. */
export async function sendWaiting(): Promise<unknown> {
  if (navigator.locks)
    return await navigator.locks.request('plumbline.fieldWork', { ifAvailable: true }, (lock) =>
      lock ? sendEach() : null,
    );
  if (isSending) return null;
  isSending = true;
  try {
    return await sendEach();
  } finally {
    isSending = false;
  }
}

async function sendEach(): Promise<unknown> {
  for (const { id } of (await allEntries()).filter(isMine)) {
    const entry = await entryNow(id);
    // Thrown away or sent meanwhile.
    if (!entry || !isMine(entry)) continue;
    try {
      await send(entry);
    } catch (error) {
      const state = stateAfter(error);
      if (state === null) return error;
      const { name, detail } = error as Failure;
      await putEntry({ ...entry, state, failure: { name, detail } });
      continue;
    }
    const sent = { ...entry, state: 'sent', sentAt: serverNow(), failure: null } as const;
    await putEntry(sent.kind === 'photo' ? { ...sent, file: null } : sent);
  }
  return await sendRounds();
}
