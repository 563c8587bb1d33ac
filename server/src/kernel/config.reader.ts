/** Reads settings out of an environment. Whatever makes no sense throws an Error that names its setting. */

export class SettingReader<Key extends string> {
  readonly #settings: Readonly<Record<Key, readonly [fallback: string, summary: string]>>;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(
    settings: Readonly<Record<Key, readonly [fallback: string, summary: string]>>,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.#settings = settings;
    this.#env = env;
  }

  text(key: Key): string {
    return (this.#env[key] ?? this.#settings[key][0]).trim();
  }

  /** null where it is empty. */
  optional(key: Key): string | null {
    return this.text(key) || null;
  }

  /** The parts between commas. */
  list(key: Key): string[] {
    return this.text(key)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }

  refuse(key: Key, why: string): never {
    throw new Error(`${key}=${this.text(key)}: ${why}`);
  }

  port(key: Key): number {
    const value = Number(this.text(key));
    if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
    return this.refuse(key, 'a port is a whole number from 0 to 65535');
  }

  count(key: Key): number {
    const value = Number(this.text(key));
    if (Number.isInteger(value) && value > 0) return value;
    return this.refuse(key, 'must be a whole number above 0');
  }

  /** 0 where nothing is to be counted, such as days that something is kept for ever. */
  countOrZero(key: Key): number {
    return this.text(key) === '0' ? 0 : this.count(key);
  }

  /** null where it is empty. */
  yes(key: Key): boolean | null {
    const value = this.text(key);
    if (!['', '0', '1'].includes(value)) this.refuse(key, 'is 0, 1 or empty');
    return value === '' ? null : value === '1';
  }

  /** A text of which `problemOf` finds nothing wrong; null where it is empty. */
  checked(key: Key, problemOf: (value: string) => string | null): string | null {
    const value = this.optional(key);
    const problem = value && problemOf(value);
    if (problem) this.refuse(key, problem);
    return value;
  }

  /** A list of which `problemOf` finds nothing wrong in any entry. */
  checkedList(key: Key, problemOf: (entry: string) => string | null): string[] {
    const entries = this.list(key);
    for (const entry of entries) {
      const problem = problemOf(entry);
      if (problem) this.refuse(key, problem);
    }
    return entries;
  }
}
