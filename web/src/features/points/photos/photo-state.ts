import type { Photo } from '@plumbline/contract/points/photos';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';

/** Photos in view. Invariant: all of it lies in the address, beside what the data view keeps there. */
export interface PhotoState {
  /** null = the newest. */
  readonly photo: number | null;
  /** The one beside it. */
  readonly other: number | null;
}

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

export const readPhotos = (search: URLSearchParams): PhotoState => ({
  photo: idIn(search.get('photo')),
  other: idIn(search.get('beside')),
});

export const writePhotos = (search: URLSearchParams, { photo, other }: PhotoState): URLSearchParams =>
  withParameters(search, {
    photo: photo === null ? null : String(photo),
    beside: other === null ? null : String(other),
  });

export const usePhotoState = () => useAddressState(readPhotos, writePhotos);

/** The place in a list, oldest first, of the photo that is looked at; the newest where it is not there. */
export function placeOf(photos: readonly Photo[], id: number | null): number {
  const place = photos.findIndex((each) => each.id === id);
  return place < 0 ? photos.length - 1 : place;
}
