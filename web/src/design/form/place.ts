import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import type { FormInstance } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';

/** Form that a field is registered in. */
export interface Registered {
  readonly label: ReactNode;
  readonly definition: FieldDefinition | undefined;
}
export interface FormPlace {
  readonly schema: Schema;
  readonly form: FormInstance;
  readonly initial: Record<string, unknown>;
  readonly readOnly: boolean;
  readonly disabled: boolean;
  readonly zone: string | undefined;
  readonly register: (prop: string, field: { readonly current: Registered }) => () => void;
  /** Returns whether a field may not be left empty. */
  readonly needed: (definition: FieldDefinition) => boolean;
  /** What is wrong with one field among the values as they are, or null. */
  readonly wrongAt: (prop: string) => string | null;
}
export const PlaceContext = createContext<FormPlace | null>(null);
export function useFormPlace(): FormPlace {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('a field outside SchemaForm');
  return place;
}

export interface FormHandle {
  /** Judges all fields and shows what is wrong: the parsed input, or null. */
  readonly check: () => unknown;
  /** Judges and saves: whether it was saved. */
  readonly submit: () => Promise<boolean>;
  readonly isDirty: () => boolean;
  /** Back to what the form began with, or to what was last saved. */
  readonly undo: () => void;
}
