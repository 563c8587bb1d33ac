/** The values of a window in order, as it moves along a series: one comes, one goes. NaN is not held. */
export class SortedWindow {
  #values = new Float64Array(64);
  #count = 0;

  add(value: number): void {
    if (Number.isNaN(value)) return;
    if (this.#count === this.#values.length) {
      const wider = new Float64Array(2 * this.#count);
      wider.set(this.#values);
      this.#values = wider;
    }
    const place = this.#placeOf(value);
    this.#values.copyWithin(place + 1, place, this.#count++);
    this.#values[place] = value;
  }

  /** Of a value that was added. */
  remove(value: number): void {
    if (Number.isNaN(value)) return;
    const place = this.#placeOf(value);
    this.#values.copyWithin(place, place + 1, this.#count--);
  }

  /** Between the two middle ones of an even number; NaN of none. */
  median(): number {
    if (this.#count === 0) return Number.NaN;
    const half = this.#count >> 1;
    const upper = this.#values[half] as number;
    return this.#count % 2 === 1 ? upper : ((this.#values[half - 1] as number) + upper) / 2;
  }

  /** The median of the distances from `middle` (MAD where that is the median): the two runs away from it are in order. */
  medianDistance(middle: number): number {
    let above = this.#placeOf(middle);
    let below = above - 1;
    const upperAt = this.#count >> 1;
    let [last, before] = [Number.NaN, Number.NaN];
    for (let rank = 0; rank <= upperAt; rank++) {
      before = last;
      const up = above < this.#count ? (this.#values[above] as number) - middle : Number.POSITIVE_INFINITY;
      const down = below >= 0 ? middle - (this.#values[below] as number) : Number.POSITIVE_INFINITY;
      if (up <= down) above++;
      else below--;
      last = Math.min(up, down);
    }
    return this.#count % 2 === 1 ? last : (before + last) / 2;
  }

  /** Where the first value that is not less stands. */
  #placeOf(value: number): number {
    let [from, to] = [0, this.#count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#values[middle] as number) < value) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
