import type { FieldDefinition, FieldOption } from '@plumbline/contract/kernel/forms';
import type { Status } from '@plumbline/contract/kernel/status';
import type { ReactNode } from 'react';
import type { MapMark } from '../../maps/shapes.ts';
import type { Traits } from './judge.ts';

/** Props of every input of the kit. `onChange` is told `traits.empty` when the field is emptied. */
export interface InputProps<V> {
  /** Belongs on what takes the focus: the label and the error lead to it. */
  readonly id?: string;
  readonly value: V | null | undefined;
  readonly onChange: (value: V | null | undefined) => void;
  readonly definition: FieldDefinition;
  /** In the reader's language. */
  readonly label: string;
  readonly placeholder: string | undefined;
  readonly traits: Traits;
  /** undefined = still loading. */
  readonly options: readonly FieldOption[] | undefined;
  readonly disabled: boolean;
  readonly zone: string | undefined;
  readonly extras: FieldExtras;
  readonly wrong: boolean;
}

/** Props of a `slot`. Give `id` to what takes the focus. */
export interface Slot {
  readonly id?: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly label: string;
}

/** One mark on a picture, at shares of its width and height. */
export interface PictureMark {
  readonly id: string | number;
  readonly x: number;
  readonly y: number;
  readonly name: string;
  /** How the point stands; absent = the mark is of nothing that is measured. */
  readonly status?: Status;
}

export interface FieldExtras {
  /** IMG_LOCATION: the address of the picture (an object URL, or a file of the page); null = there is none yet. */
  readonly picture?: string | null;
  /** IMG_LOCATION: other marks on it. */
  readonly pictureMarks?: readonly PictureMark[];
  /** MAP_LOCATION: other marks on the map. */
  readonly mapMarks?: readonly MapMark[];
  /** IMAGE_UPLOAD: fetches the picture that is kept under the value. */
  readonly load?: (stored: string) => Promise<Blob>;
  /** IMAGE_UPLOAD: media types and size; the contract's route says them (`route.upload`). */
  readonly takes?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** NODE_SEGMENTLEN_INPUT: how many there must be; without it rows are added and removed. */
  readonly nodes?: number;
  /** Beside the field, at its right: a button that fills it. */
  readonly beside?: ReactNode;
}
