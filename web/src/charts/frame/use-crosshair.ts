import { useState } from 'react';

export interface CrosshairState {
  /** Where the line stands; null = there is none. */
  readonly at: number | null;
  /** Where the pointer is on the other axis; null = it is not on the plot, or the line was moved by keys. */
  readonly across: number | null;
  /** True when a finger put it there. */
  readonly isTouched: boolean;
  readonly cross: (at: number | null, across?: number | null) => void;
  /** A press on the plot, with the stop that is nearest. */
  readonly press: (stop: number | null, pointerType: string, across: number | null) => void;
  readonly onPick: ((at: number) => void) | undefined;
}

/** Where the crosshair of a chart stands, told to whoever follows it. */
export function useCrosshair(
  onCross: ((at: number | null) => void) | undefined,
  onPick: ((at: number) => void) | undefined,
): CrosshairState {
  const [at, setAt] = useState<number | null>(null);
  const [across, setAcross] = useState<number | null>(null);
  const [isTouched, setTouched] = useState(false);
  const cross = (next: number | null, nextAcross: number | null = null): void => {
    setAt(next);
    setAcross(next === null ? null : nextAcross);
    onCross?.(next);
  };
  const press = (stop: number | null, pointerType: string, pressed: number | null): void => {
    // A finger has no hover: its tap reads the value, and a button beside the value opens what a click opens.
    const isTouch = pointerType === 'touch';
    setTouched(isTouch);
    if (isTouch) cross(stop, pressed);
    else if (stop !== null) onPick?.(stop);
  };
  return { at, across, isTouched, cross, press, onPick };
}
