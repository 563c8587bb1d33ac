/** Draft of a person for a point: it outlives a closed tab and an empty battery. */
export interface ReadingDraft {
  /** As typed, by field. */
  readonly texts: Readonly<Record<string, string>>;
  /** Epoch ms; null = now, when it is saved. */
  readonly at: number | null;
  readonly note: string;
}
export const noDraft: ReadingDraft = { texts: {}, at: null, note: '' };

const keyOf = (userId: number, pointId: number): string => `plumbline.fieldWork.draft.${userId}.${pointId}`;

export function readDraft(userId: number, pointId: number): ReadingDraft {
  try {
    const text = localStorage.getItem(keyOf(userId, pointId));
    return text === null ? noDraft : { ...noDraft, ...(JSON.parse(text) as Partial<ReadingDraft>) };
  } catch {
    return noDraft;
  }
}

/** A browser without space for it still has what is on the screen. */
export function keepDraft(userId: number, pointId: number, draft: ReadingDraft): void {
  const isEmpty =
    draft.note === '' && draft.at === null && Object.values(draft.texts).every((text) => text.trim() === '');
  try {
    if (isEmpty) localStorage.removeItem(keyOf(userId, pointId));
    else localStorage.setItem(keyOf(userId, pointId), JSON.stringify(draft));
  } catch {
    localStorage.removeItem(keyOf(userId, pointId));
  }
}
