/**
 * Connections that stay open between the messages of a rule. Invariants: a rule has one at most; it is used for the settings and secrets
 * that it was opened for alone; one that rests is closed, and so is that of a rule that sends no longer.
 */
import { createHash } from 'node:crypto';

export interface Link {
  readonly isOpen: boolean;
  /** Says farewell where there is one; does not throw. */
  close(): void;
}
interface Stored {
  readonly link: Link;
  readonly key: string;
  readonly timer: NodeJS.Timeout;
}

export const linkLimits = {
  /** At once; beyond it the one that was used longest ago is closed. */
  links: 100,
  restMs: 60_000,
} as const;

export class Links {
  readonly #stored = new Map<number, Stored>();

  get ruleIds(): readonly number[] {
    return [...this.#stored.keys()];
  }

  /** The open link of a rule, or a new one. `of` = what it is opened with. Throws what `open` throws. */
  async take<L extends Link>(ruleId: number, of: unknown, open: () => Promise<L>): Promise<L> {
    const key = createHash('sha256').update(JSON.stringify(of)).digest('hex');
    const stored = this.#stored.get(ruleId);
    if (stored?.key === key && stored.link.isOpen) {
      this.#put(ruleId, key, stored.link);
      return stored.link as L;
    }
    this.close(ruleId);
    const link = await open();
    this.#put(ruleId, key, link);
    return link;
  }

  #put(ruleId: number, key: string, link: Link): void {
    clearTimeout(this.#stored.get(ruleId)?.timer);
    this.#stored.delete(ruleId);
    const timer = setTimeout(() => this.close(ruleId), linkLimits.restMs).unref();
    this.#stored.set(ruleId, { link, key, timer });
    const [first] = this.#stored.keys();
    if (this.#stored.size > linkLimits.links && first !== undefined) this.close(first);
  }

  close(ruleId: number): void {
    const stored = this.#stored.get(ruleId);
    if (!stored) return;
    clearTimeout(stored.timer);
    this.#stored.delete(ruleId);
    stored.link.close();
  }

  closeAll(): void {
    for (const ruleId of this.ruleIds) this.close(ruleId);
  }
}

/** Connections of the sender in this process. */
export const senderLinks = new Links();
