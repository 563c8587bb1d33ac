/**
 * Who is next: work that takes a processor for a while is done by one device at a time, the oldest of each in turn, so that
 * one that sends without end delays nobody else. What waits is bounded in all.
 */
import { Failure } from '@plumbline/contract/kernel/errors';

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

export class Turns {
  readonly #limits: { readonly atOnce: number; readonly bytes: number };
  /** By device, in the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>();
  #running = 0;
  #bytes = 0;

  constructor(limits: { readonly atOnce: number; readonly bytes: number }) {
    this.#limits = limits;
  }

  /** Does `work` when it is the turn of the device. Throws busy where too much waits. */
  async take<T>(deviceId: number, bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#limits.bytes) throw new Failure('busy');
    this.#bytes += bytes;
    await new Promise<void>((begin) => {
      this.#waiting.set(deviceId, [...(this.#waiting.get(deviceId) ?? []), { bytes, begin }]);
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#running--;
      this.#bytes -= bytes;
      this.#next();
    }
  }

  #next(): void {
    const [first] = this.#waiting;
    if (this.#running >= this.#limits.atOnce || !first) return;
    const [deviceId, [next, ...rest]] = first;
    // Its other ones wait until everybody else had a turn.
    this.#waiting.delete(deviceId);
    if (rest.length > 0) this.#waiting.set(deviceId, rest);
    if (!next) return;
    this.#running++;
    next.begin();
  }
}
