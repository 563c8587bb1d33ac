import { useSyncExternalStore } from 'react';

/**
 * The server's clock as this page knows it: whether a point has fallen silent must not depend on a computer whose own
 * clock is wrong. It moves in steps of fifteen seconds, the same for every part of the page.
 */
const stepMs = 15_000;
/** `Date` of an answer has whole seconds; a smaller difference is no difference. */
const minMs = 2_000;

let offsetMs = 0;
let stepped = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const step = (): void => {
  stepped = Date.now() + offsetMs;
  for (const listener of listeners) listener();
};

/** Takes the time of an answer, from its header `Date`. */
export function noteServerTime(date: string | null): void {
  const offset = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(offset) || Math.abs(offset - offsetMs) < minMs) return;
  offsetMs = Math.abs(offset) < minMs ? 0 : offset;
  step();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    stepped = Date.now() + offsetMs;
    timer = setInterval(step, stepMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Epoch ms by the server's clock, renewed every fifteen seconds. */
export const useServerNow = (): number => useSyncExternalStore(subscribe, () => stepped);

/** Epoch ms by the server's clock, of this moment. */
export const serverNow = (): number => Date.now() + offsetMs;
