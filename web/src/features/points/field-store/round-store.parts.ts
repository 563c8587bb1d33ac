/**
 * Rounds of inspections as they are made on this device, with their photos. Invariant: what is answered or photographed here leaves
 * when the server has it or when its author throws it away, by nothing else.
 */
import type { Plan } from '@plumbline/contract/points/inspections.plans';
import type { RoundAnswer } from '@plumbline/contract/points/inspections.questions';
import type { DBSchema } from 'idb';
import type { FieldRound, FieldRoundPhoto } from './field-round.parts.ts';
import { opener, type Pack } from './field-store.parts.ts';
import { mergedRound } from './round-merge.parts.ts';

interface RoundSchema extends DBSchema {
  rounds: { key: string; value: FieldRound };
  photos: { key: string; value: FieldRoundPhoto; indexes: { fieldRoundId: string } };
}
const roundsDb = opener<RoundSchema>('plumbline.fieldWork.rounds', (db) => {
  db.createObjectStore('rounds', { keyPath: 'id' });
  db.createObjectStore('photos', { keyPath: 'id' }).createIndex('fieldRoundId', 'fieldRoundId');
});

/** Fields of a plan that a round needs. */
export type PlanHere = Pick<Plan, 'id' | 'name' | 'where' | 'dueAt' | 'roundId' | 'templateId' | 'templateName'>;

/** How long rounds that were sent stay in the list. */
const sentForMs = 3 * 86_400_000;

const changes = new BroadcastChannel('plumbline.fieldWork.rounds');
const listeners = new Set<() => void>();
changes.onmessage = () => {
  for (const listener of listeners) listener();
};
function announce(): void {
  for (const listener of listeners) listener();
  changes.postMessage('changed');
}
export function onRoundsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A round of a plan and a date is one on a device, for each person. */
export const idOfRound = (userId: number, planId: number, dueAt: string): string => `${userId}.${planId}.${dueAt}`;

/** A round as it begins here; null = what it asks has not been fetched to this device. */
export function newRound(
  { userId, userName, projectId, rounds = [], templates = [] }: Pack,
  plan: PlanHere,
  nowMs: number,
): FieldRound | null {
  const begun = rounds.find(({ id }) => id === plan.roundId);
  const questions =
    begun?.questions ??
    (plan.roundId === null ? templates.find(({ id }) => id === plan.templateId)?.questions : undefined);
  const dueAt = begun?.dueAt ?? plan.dueAt;
  if (!questions || dueAt === null) return null;
  const round: FieldRound = {
    id: idOfRound(userId, plan.id, dueAt),
    userId,
    userName,
    projectId,
    plan: { id: plan.id, name: plan.name, where: plan.where },
    dueAt,
    roundId: null,
    questions,
    base: {},
    answers: {},
    conflicts: {},
    photosThere: {},
    begunAt: nowMs,
    finishedAt: null,
    state: 'open',
    sentAt: null,
    failure: null,
  };
  return begun ? mergedRound(round, begun, {}) : round;
}

/** Resolves when it is on the disk of this device. */
export async function addRound(round: FieldRound): Promise<void> {
  const transaction = (await roundsDb()).transaction('rounds', 'readwrite', { durability: 'strict' });
  const before = await transaction.store.get(round.id);
  // A round that was sent and is corrected elsewhere, or begun in another tab, stays what it is.
  if (!before) await transaction.store.put(round);
  await transaction.done;
  announce();
}

/** Changes a round in one step, so that neither what is typed nor what arrives is lost to the other. */
export async function changeRound(id: string, change: (round: FieldRound) => FieldRound): Promise<void> {
  const transaction = (await roundsDb()).transaction('rounds', 'readwrite', { durability: 'strict' });
  const round = await transaction.store.get(id);
  if (round) await transaction.store.put(change(round));
  await transaction.done;
  announce();
}

export const answerRound = (id: string, key: string, answer: RoundAnswer): Promise<void> =>
  changeRound(id, (round) => ({ ...round, answers: { ...round.answers, [key]: answer } }));

export async function removeRound(id: string): Promise<void> {
  const db = await roundsDb();
  for (const key of await db.getAllKeysFromIndex('photos', 'fieldRoundId', id)) await db.delete('photos', key);
  await db.delete('rounds', id);
  announce();
}

export async function allRounds(): Promise<FieldRound[]> {
  const rounds = await (await roundsDb()).getAll('rounds');
  const isOld = ({ sentAt }: FieldRound): boolean => sentAt !== null && Date.now() - sentAt > sentForMs;
  for (const { id } of rounds.filter(isOld)) await removeRound(id);
  return rounds.filter((round) => !isOld(round)).sort((a, b) => a.begunAt - b.begunAt);
}
export const roundNow = async (id: string): Promise<FieldRound | undefined> => (await roundsDb()).get('rounds', id);

export async function putRoundPhoto(photo: FieldRoundPhoto): Promise<void> {
  const transaction = (await roundsDb()).transaction('photos', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(photo), transaction.done]);
  announce();
}
export async function removeRoundPhoto(id: string): Promise<void> {
  await (await roundsDb()).delete('photos', id);
  announce();
}
export const allRoundPhotos = async (): Promise<FieldRoundPhoto[]> => (await roundsDb()).getAll('photos');
export const photosOfRound = async (id: string): Promise<FieldRoundPhoto[]> =>
  (await roundsDb()).getAllFromIndex('photos', 'fieldRoundId', id);
