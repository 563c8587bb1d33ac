/** What waits to be stored, in turn by device: the oldest of each, then the next of each. One device keeps its order. */

export interface Queue<T> {
  readonly size: number;
  add(deviceId: number, item: T): void;
  /** What is taken next. */
  peek(): T | undefined;
  take(): void;
  /** The oldest of each device. */
  heads(): T[];
}

export function openQueue<T>(): Queue<T> {
  /** In the order of their turns. A list is read from `next` on, so that taking costs the same however long it is. */
  const turns = new Map<number, { readonly items: T[]; next: number }>();
  let size = 0;
  const first = () => turns.entries().next().value;
  return {
    get size() {
      return size;
    },
    add(deviceId, item) {
      const turn = turns.get(deviceId);
      if (turn) turn.items.push(item);
      else turns.set(deviceId, { items: [item], next: 0 });
      size++;
    },
    peek() {
      const turn = first()?.[1];
      return turn?.items[turn.next];
    },
    take() {
      const entry = first();
      if (!entry) return;
      const [deviceId, turn] = entry;
      turn.next++;
      size--;
      turns.delete(deviceId);
      if (turn.next === turn.items.length) return;
      if (turn.next < 1_000) turns.set(deviceId, turn);
      else turns.set(deviceId, { items: turn.items.slice(turn.next), next: 0 });
    },
    heads: () => [...turns.values()].flatMap(({ items, next }) => items[next] ?? []),
  };
}
