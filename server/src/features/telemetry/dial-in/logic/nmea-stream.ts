/**
 * Sentences of NMEA 0183 as a receiver sends them, in whatever pieces they arrive: those of one time of the day are an epoch. Pure.
 * Invariants: a sentence without a right check sum gives no value; what is kept of a sender is bounded.
 */
import { readNmea, readSentence } from '@plumbline/science/formats/nmea';

/** A sentence has 82 characters; receivers send longer ones of their own. */
const maxLine = 1_024;
const maxLines = 40;
const timed: ReadonlySet<string> = new Set(['GGA', 'RMC', 'GST', 'ZDA']);

export interface Epoch {
  /** Its sentences, a line each. */
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  readonly values: Readonly<Record<string, number | null>>;
}

export class NmeaStream {
  #rest = '';
  #lines: string[] = [];
  #clock: string | null = null;
  #sentences = 0;
  #badCheckSums = 0;

  /** What came since it was last asked for. */
  takeCounts(): { readonly sentences: number; readonly badCheckSums: number } {
    const counts = { sentences: this.#sentences, badCheckSums: this.#badCheckSums };
    this.#sentences = 0;
    this.#badCheckSums = 0;
    return counts;
  }

  /** Takes bytes; gives the epochs that ended with them. */
  take(bytes: Uint8Array, receivedAt: number): Epoch[] {
    const epochs: Epoch[] = [];
    const lines = (this.#rest + Buffer.from(bytes).toString('latin1')).split(/[\r\n]+/);
    this.#rest = (lines.pop() ?? '').slice(-maxLine);
    for (const line of lines) {
      const fields = readSentence(line);
      if (fields === null) continue;
      this.#sentences++;
      if (fields === 'badCheckSum') {
        this.#badCheckSums++;
        continue;
      }
      const kind = (fields[0] ?? '').slice(-3);
      const clock = timed.has(kind) ? (fields[1] ?? '') : null;
      if (clock === null && kind !== 'HDT') continue;
      if (clock !== null && clock !== this.#clock) {
        const ended = this.end(receivedAt);
        if (ended) epochs.push(ended);
        this.#clock = clock;
      }
      if (this.#lines.length < maxLines) this.#lines.push(line);
    }
    return epochs;
  }

  /** The epoch that is open: nothing more came for a while. */
  end(receivedAt: number): Epoch | null {
    const text = this.#lines.join('\r\n');
    this.#lines = [];
    this.#clock = null;
    if (text === '') return null;
    const { uplinks } = readNmea(Buffer.from(text, 'latin1'), { receivedAt });
    const newest = uplinks.at(-1);
    if (!newest || newest.at === null) return null;
    return { text, at: newest.at, values: newest.object as Epoch['values'] };
  }
}

/** Returns whether a receiver says where it is: empty fields and the state 0 of a GGA mean that it does not know. */
export const hasPosition = (values: Readonly<Record<string, number | null | undefined>>): boolean =>
  typeof values['latitude'] === 'number' && typeof values['longitude'] === 'number' && values['solution'] !== 0;
