/**
 * The numbers in the cells of a file. Invariant: what marks that there is no value never becomes one in silence, and what
 * could be read in two ways is refused with the reason.
 */
import { type Decimal, isDoubtfulGroup, isNoValueMark, readNumber } from './csv-layout.ts';

export interface CellSettings {
  readonly decimal: Decimal;
  readonly noValue: readonly string[];
  readonly otherMarks: 'refuse' | 'value';
  readonly grouped: boolean;
}

/** Why a cell is no number: a bound (`<0.01`), thousands of doubt, a mark that is not listed; null = anything else. */
export interface NoNumber {
  readonly fault: 'bound' | 'grouped' | 'mark' | null;
}

const bound = /^\s*[<>≤≥]\s*[+-]?[\d.,]+\s*$/;

export class CellNumbers {
  readonly #settings: CellSettings;
  readonly #texts: ReadonlySet<string>;
  readonly #numbers: ReadonlySet<number>;
  /** The number before of each place that values go to. */
  readonly #before = new Map<string, number>();

  constructor(settings: CellSettings) {
    this.#settings = settings;
    this.#texts = new Set(settings.noValue);
    this.#numbers = new Set(settings.noValue.flatMap((mark) => readNumber(mark, settings.decimal) ?? []));
  }

  isEmpty(cell: string): boolean {
    return readNumber(cell, this.#settings.decimal, this.#settings.grouped) === null;
  }

  /** The number of a cell whose value goes to `place`; null where it is empty. */
  read(cell: string, place: string): number | null | 'noValue' | NoNumber {
    const { decimal, otherMarks, grouped } = this.#settings;
    const read = readNumber(cell, decimal, grouped);
    if (read === null) return null;
    if (this.#texts.has(cell.trim()) || (read !== undefined && this.#numbers.has(read))) return 'noValue';
    if (read === undefined)
      return { fault: bound.test(cell) ? 'bound' : isDoubtfulGroup(cell, decimal) ? 'grouped' : null };
    if (otherMarks === 'refuse' && isNoValueMark(cell, decimal, this.#before.get(place) ?? null))
      return { fault: 'mark' };
    this.#before.set(place, read);
    return read;
  }
}
