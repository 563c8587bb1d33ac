/**
 * Messages for open pages on their way from the process that takes readings to the one that serves pages, where they are
 * two. Invariants: nothing is sent that no page listens to; a process of pages that stands still holds at most
 * `maxWaiting` messages of memory here, and its pages read everything again once it goes on.
 */

/** Messages to the process of pages. */
export type ToPages =
  | {
      readonly kind: 'page';
      readonly namespace: string;
      readonly rooms: readonly string[];
      readonly event: string;
      readonly payload: readonly unknown[];
    }
  /** Messages were left out: what pages show may be old. */
  | { readonly kind: 'missed' };

/** Messages from the process of pages. */
export type FromPages =
  | { readonly kind: 'taken' }
  | { readonly kind: 'room'; readonly namespace: string; readonly room: string; readonly isOpen: boolean };

type Channel<T> = (message: T) => void;

export const maxWaiting = 2_000;

/** Sends to the pages of another process. */
export class PageSender {
  #channel: Channel<ToPages> | null = null;
  readonly #rooms = new Map<string, Set<string>>();
  #waiting = 0;
  #hasMissed = false;

  /** A process of pages has begun; it has no pages yet. */
  connect(channel: Channel<ToPages>): void {
    this.disconnect();
    this.#channel = channel;
  }

  disconnect(): void {
    this.#channel = null;
    this.#rooms.clear();
    this.#waiting = 0;
    this.#hasMissed = false;
  }

  /** Returns whether a page is in a room. */
  has(namespace: string, room: string): boolean {
    return this.#rooms.get(namespace)?.has(room) === true;
  }

  send(namespace: string, rooms: string | readonly string[], event: string, payload: readonly unknown[]): void {
    const open = [rooms].flat().filter((room) => this.has(namespace, room));
    if (open.length === 0) return;
    if (this.#waiting >= maxWaiting) this.#hasMissed = true;
    else this.#post({ kind: 'page', namespace, rooms: open, event, payload });
  }

  receive(message: FromPages): void {
    if (message.kind === 'room') return void this.#note(message);
    this.#waiting = Math.max(0, this.#waiting - 1);
    if (!this.#hasMissed || this.#waiting > 0) return;
    this.#hasMissed = false;
    this.#post({ kind: 'missed' });
  }

  #post(message: ToPages): void {
    if (!this.#channel) return;
    this.#waiting++;
    this.#channel(message);
  }

  #note({ namespace, room, isOpen }: Extract<FromPages, { kind: 'room' }>): void {
    const rooms = this.#rooms.get(namespace) ?? new Set<string>();
    this.#rooms.set(namespace, rooms);
    if (isOpen) rooms.add(room);
    else rooms.delete(room);
  }
}

/** The pages of this process, as a sender in another one reaches them. */
export interface RelayedPages {
  emit(namespace: string, rooms: readonly string[], event: string, payload: readonly unknown[]): void;
  /** Every page reads again what it shows. */
  refresh(): void;
}

/** Hands what comes from the sender to the pages of this process, and acknowledges it. */
export function receivePageMessage(message: ToPages, pages: RelayedPages, channel: Channel<FromPages>): void {
  if (message.kind === 'missed') pages.refresh();
  else pages.emit(message.namespace, message.rooms, message.event, message.payload);
  channel({ kind: 'taken' });
}
