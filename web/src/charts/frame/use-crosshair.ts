import { useState } from 'react';

export interface CrosshairState {
  /** Where the line stands; null = there is none. */
  readonly at: number | null;
  /** Whether a finger put it there. */
  readonly isTouched: boolean;
  readonly cross: (at: number | null) => void;
  readonly setTouched: (isTouched: boolean) => void;
}

/** Where the crosshair of a chart stands, told to whoever follows it. */
export function useCrosshair(onCross: ((at: number | null) => void) | undefined): CrosshairState {
  const [at, setAt] = useState<number | null>(null);
  const [isTouched, setTouched] = useState(false);
  const cross = (next: number | null): void => {
    setAt(next);
    onCross?.(next);
  };
  return { at, isTouched, cross, setTouched };
}
