/**
 * Rounds on their way to the database. An instrument does not repeat what it was asked for, so a round waits here until it is
 * stored. Invariants: the rounds of a device are stored in their order; what waits is bounded, and what is let go is counted.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Logger } from '../../../../kernel/context.ts';
import { refusal } from '../../../../pipeline/decode.ts';
import type { Directory } from '../../../../pipeline/directory.ts';
import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { ReadRound, Rounds } from '../../dial-in/dial-in.port.api.ts';
import type { DeviceStats } from './device-stats.ts';

const maxBytes = 32 * 1024 * 1024;
const maxRounds = 1_000;
const pausesMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000];

interface StoreParts {
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly deviceStats: DeviceStats;
  readonly log: Logger;
}

export class RoundStore implements Rounds {
  readonly #parts: StoreParts;
  readonly #queues = new Map<string, ReadRound[]>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #pauses = new Set<() => void>();
  #bytes = 0;
  #isClosing = false;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /** Rounds of a device that are not stored yet. */
  waiting(sncode: string): number {
    return this.#queues.get(sncode)?.length ?? 0;
  }

  get size(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  put(sncode: string, round: ReadRound): void {
    const queue = this.#queues.get(sncode) ?? [];
    this.#queues.set(sncode, queue);
    queue.push(round);
    this.#bytes += round.text.length;
    // The oldest waiting is on its way already: the next one makes way.
    while (queue.length > maxRounds || (this.#bytes > maxBytes && queue.length > 1)) this.#drop(queue);
    if (!this.#running.has(sncode))
      this.#running.set(
        sncode,
        this.#run(sncode, queue).finally(() => this.#running.delete(sncode)),
      );
  }

  /** Tries once more to store what waits. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const wake of this.#pauses) wake();
    await Promise.all(this.#running.values());
    if (this.size > 0) this.#parts.log.warn({ rounds: this.size }, 'rounds of devices that dial in were not stored');
  }

  #drop(queue: ReadRound[]): void {
    const [dropped] = queue.splice(1, 1);
    if (!dropped) return;
    this.#bytes -= dropped.text.length;
    dropped.onLost();
  }

  async #run(sncode: string, queue: ReadRound[]): Promise<void> {
    let failures = 0;
    for (let next = queue[0]; next; next = queue[0]) {
      try {
        const refused = await this.#store(sncode, next.text);
        failures = 0;
        queue.shift();
        this.#bytes -= next.text.length;
        if (refused === null) next.onLost();
        else next.onStored(refused);
      } catch (error) {
        this.#parts.deviceStats.failed(sncode, error);
        if (this.#isClosing) return;
        await this.#pause(pausesMs[Math.min(failures++, pausesMs.length - 1)] ?? 0);
      }
    }
    this.#queues.delete(sncode);
  }

  /** How many of its samples were refused; null = there is no such device any more. Throws when it is to be tried again. */
  async #store(sncode: string, text: string): Promise<number | null> {
    const { directory, pipeline, deviceStats } = this.#parts;
    const device = await directory.device(sncode);
    if (!device) return null;
    try {
      const outcome = await pipeline.accept(device, text);
      deviceStats.accepted(device.id, outcome);
      deviceStats.refuse(device.id, [...outcome.warnings, ...outcome.refused], sncode);
      return outcome.refused.length;
    } catch (error) {
      if (!(error instanceof Failure && error.name === 'malformedReading')) throw error;
      deviceStats.refuse(device.id, [refusal('malformedReading', error.detail)], sncode);
      return 1;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#pauses.add(end);
    });
  }
}
