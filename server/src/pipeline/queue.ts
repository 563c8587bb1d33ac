/** Queue of entries that wait to be stored, in turn by device: the oldest of each, then the next of each. One device keeps its order. */

export interface Queue<T> {
  readonly size: number;
  add(deviceId: number, item: T): void;
  /** What is taken next. */
  peek(): T | undefined;
  take(): void;
  /** The oldest of each device. */
  heads(): T[];
}

/**
 * First in, first out. What was taken is let go at once, and no map is emptied and filled again: the young generation's collector
 * keeps alive whatever an older, dead object still points to (docs/decisions/0228), and here that was every reading there was.
 */
class Fifo<T> {
  #items: (T | undefined)[] = [];
  #next = 0;

  get length(): number {
    return this.#items.length - this.#next;
  }

  get first(): T | undefined {
    return this.#items[this.#next];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#next];
    this.#items[this.#next++] = undefined;
    if (this.#next === this.#items.length) {
      this.#items.length = 0;
      this.#next = 0;
    } else if (this.#next >= 1_000) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    return item;
  }

  values(): readonly (T | undefined)[] {
    return this.#items.slice(this.#next);
  }
}

/** Devices that nothing waits of are forgotten once there are so many. */
const maxIdle = 50_000;

export function openQueue<T>(): Queue<T> {
  const ofDevice = new Map<number, Fifo<T>>();
  /** Those of which something waits, in the order of their turns. */
  const turns = new Fifo<Fifo<T>>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(deviceId, item) {
      let items = ofDevice.get(deviceId);
      if (!items) {
        if (ofDevice.size >= maxIdle && size === 0) ofDevice.clear();
        items = new Fifo();
        ofDevice.set(deviceId, items);
      }
      items.push(item);
      if (items.length === 1) turns.push(items);
      size++;
    },
    peek: () => turns.first?.first,
    take() {
      const items = turns.shift();
      if (!items) return;
      items.shift();
      size--;
      if (items.length > 0) turns.push(items);
    },
    heads: () => turns.values().flatMap((items) => items?.first ?? []),
  };
}
