import { useEffect, useState } from 'react';

/** Long enough for a word to be typed, short enough to feel at once. */
export const settleMs = 250;

/**
 * A value once it has rested: the newest one that stood for `waitMs`, at first the one that it began with. What is asked
 * of the server follows this instead of every letter. Words and numbers only: an object is another one at every drawing.
 */
export function useSettled<T extends string | number>(value: T, waitMs = settleMs): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
