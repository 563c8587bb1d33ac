import { Failure } from '@plumbline/contract/kernel/errors';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { useRef, useState } from 'react';

/** Another user's change that was saved while a form was open. */
export interface Other {
  readonly by: string | null;
  readonly at: string | null;
  readonly before: unknown;
  readonly now: unknown;
  /** The server refused to save over it; else it was seen when the record was fetched again. */
  readonly isRefused: boolean;
}

/** Tracks the record of a form: the version that the user saw, sent with the write, and changes that others saved since. */
export function useMeanwhile(record: unknown) {
  const latest = useRef(record);
  latest.current = record;
  const baseline = useRef(record);
  const [other, setOther] = useState<Other | null>(null);
  return {
    other,
    /** For `call`: the write is refused when the record is no longer this. */
    over: (): { over: unknown } => ({ over: baseline.current }),
    /** What the form shows is the newest there is. A refusal stays until somebody has read it. */
    follow: () => {
      baseline.current = latest.current;
      setOther((old) => (old?.isRefused ? old : null));
    },
    notify: (other: Pick<Other, 'before' | 'now'>) =>
      setOther((old) => ({ by: old?.by ?? null, at: old?.at ?? null, isRefused: old?.isRefused ?? false, ...other })),
    /** True when the failure was that of another's change: then it is told. */
    refused: (error: unknown): boolean => {
      if (!(error instanceof Failure) || error.name !== 'changedMeanwhile') return false;
      const { by = null, at = null, now } = (error.detail ?? {}) as Partial<Other>;
      setOther({ by, at, before: baseline.current, now, isRefused: true });
      return true;
    },
    /** Decided: the next write knows of the other's. */
    settle: () => {
      baseline.current = other?.isRefused ? other.now : latest.current;
      setOther(null);
    },
  };
}

/** A value in one line, as far as it can be said in one; else nothing. */
export function lineOf(value: unknown, definition: FieldDefinition | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object')
    return Array.isArray(value) && value.every((each) => typeof each !== 'object') ? value.join(', ') : '…';
  return definition?.options?.find((option) => option.value === value)?.label ?? String(value);
}
