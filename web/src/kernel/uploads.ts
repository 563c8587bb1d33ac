/** The files that are on their way to the server now, for the bar that shows them. Nothing waits on it. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** Sent so far, 0 to 1. */
  readonly share: number;
  /** Breaks it off: the server then keeps nothing of it. */
  readonly stop: () => void;
}

let running: readonly Upload[] = [];
let count = 0;
const listeners = new Set<() => void>();
const change = (next: readonly Upload[]): void => {
  running = next;
  for (const listener of listeners) listener();
};

export const uploads = (): readonly Upload[] => running;
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells of a file from its first byte on. */
export function begin(name: string, stop: () => void): { sent: (share: number) => void; end: () => void } {
  const id = ++count;
  change([...running, { id, name, share: 0, stop }]);
  return {
    sent: (share) => change(running.map((each) => (each.id === id ? { ...each, share } : each))),
    end: () => change(running.filter((each) => each.id !== id)),
  };
}
