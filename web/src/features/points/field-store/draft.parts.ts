/** Draft of a person for a point: it outlives a closed tab and an empty battery. */
export interface ReadingDraft {
  /** As typed, by field. */
  readonly texts: Readonly<Record<string, string>>;
  /** Epoch ms; null = now, when it is saved. */
  readonly at: number | null;
  readonly note: string;
  /** Epoch ms by the clock of the server, of the first key; null = nothing is typed. */
  readonly typedAt: number | null;
}
export const noDraft: ReadingDraft = { texts: {}, at: null, note: '', typedAt: null };

const keyOf = (userId: number, pointId: number): string => `plumbline.fieldWork.draft.${userId}.${pointId}`;
const noteKeyOf = (userId: number, pointId: number): string => `plumbline.fieldWork.photoNote.${userId}.${pointId}`;

export const isEmptyDraft = ({ note, at, texts }: Pick<ReadingDraft, 'note' | 'at' | 'texts'>): boolean =>
  note === '' && at === null && Object.values(texts).every((text) => text.trim() === '');

export function readDraft(userId: number, pointId: number): ReadingDraft {
  try {
    const text = localStorage.getItem(keyOf(userId, pointId));
    return text === null ? noDraft : { ...noDraft, ...(JSON.parse(text) as Partial<ReadingDraft>) };
  } catch {
    return noDraft;
  }
}

/** Returns whether something is typed for a point and not saved. */
export const hasDraft = (userId: number, pointId: number): boolean =>
  localStorage.getItem(keyOf(userId, pointId)) !== null;

/** A browser without space for it still has what is on the screen. */
export const keepDraft = (userId: number, pointId: number, draft: ReadingDraft): void =>
  keep(keyOf(userId, pointId), isEmptyDraft(draft) ? null : JSON.stringify(draft));

/** Returns the note for the photos of a point that are not sent yet. */
export const readPhotoNote = (userId: number, pointId: number): string =>
  localStorage.getItem(noteKeyOf(userId, pointId)) ?? '';
export const keepPhotoNote = (userId: number, pointId: number, note: string): void =>
  keep(noteKeyOf(userId, pointId), note === '' ? null : note);

function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    localStorage.removeItem(key);
  }
}
