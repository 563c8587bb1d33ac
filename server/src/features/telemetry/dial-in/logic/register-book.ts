/** Whose a register id is. Ids that were looked up in vain are remembered, so that modems of nobody do not reach the database at each try. */
import type { DialInBook, DialInPlan } from '../dial-in.api.ts';

const maxUnknownIds = 10_000;

export class RegisterBook {
  readonly #book: DialInBook;
  readonly #unknown = new Set<string>();
  #epoch = 0;

  constructor(book: DialInBook) {
    this.#book = book;
  }

  /** Something has changed: what is being looked up is looked up again. */
  forget(): void {
    this.#epoch++;
    this.#unknown.clear();
  }

  async planOf(register: string): Promise<DialInPlan | null> {
    if (this.#unknown.has(register)) return null;
    for (;;) {
      const epoch = this.#epoch;
      const plan = await this.#book.ofRegister(register);
      if (epoch !== this.#epoch) continue;
      if (plan) return plan;
      if (this.#unknown.size >= maxUnknownIds) this.#unknown.clear();
      this.#unknown.add(register);
      return null;
    }
  }
}
