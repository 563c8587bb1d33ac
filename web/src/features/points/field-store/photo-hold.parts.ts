/**
 * Photos whose note is still being written. Invariant: such a photo is on the disk of this device since it was taken; it is sent
 * when its sheet is closed, or when the page begins anew without that sheet.
 */
import { keepPhotoNote, readPhotoNote } from './draft.parts.ts';
import { allEntries, type FieldEntry, type PhotoEntry, putEntry } from './field-store.parts.ts';

export const isNoteOpen = (entry: FieldEntry): entry is PhotoEntry =>
  entry.kind === 'photo' && entry.isNoteOpen === true;

/** Lets the photos of a point go, or of all but one, each with the note that was written last. */
export async function releasePhotos(
  chosen: { readonly pointId: number } | { readonly except: number | null },
): Promise<void> {
  const isChosen = (id: number): boolean => ('pointId' in chosen ? id === chosen.pointId : id !== chosen.except);
  const openPhotos = (await allEntries()).filter(isNoteOpen).filter(({ point }) => isChosen(point.id));
  for (const entry of openPhotos)
    await putEntry({ ...entry, note: readPhotoNote(entry.userId, entry.point.id).trim(), isNoteOpen: false });
  for (const { userId, point } of openPhotos) keepPhotoNote(userId, point.id, '');
}
