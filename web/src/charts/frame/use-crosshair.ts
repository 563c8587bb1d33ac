import { useState } from 'react';

export interface CrosshairState {
  /** Where the line stands; null = there is none. */
  readonly at: number | null;
  /** Whether a finger put it there. */
  readonly isTouched: boolean;
  readonly cross: (at: number | null) => void;
  /** A press on the plot, with the stop that is nearest. */
  readonly press: (stop: number | null, pointerType: string) => void;
  readonly onPick: ((at: number) => void) | undefined;
}

/** Where the crosshair of a chart stands, told to whoever follows it. */
export function useCrosshair(
  onCross: ((at: number | null) => void) | undefined,
  onPick: ((at: number) => void) | undefined,
): CrosshairState {
  const [at, setAt] = useState<number | null>(null);
  const [isTouched, setTouched] = useState(false);
  const cross = (next: number | null): void => {
    setAt(next);
    onCross?.(next);
  };
  const press = (stop: number | null, pointerType: string): void => {
    // A finger has no hover: its tap reads the value, and a button beside the value opens what a click opens.
    const isTouch = pointerType === 'touch';
    setTouched(isTouch);
    if (isTouch) cross(stop);
    else if (stop !== null) onPick?.(stop);
  };
  return { at, isTouched, cross, press, onPick };
}
