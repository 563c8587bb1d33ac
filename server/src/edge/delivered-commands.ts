/**
 * Commands that devices of a site were given, on disk before they go out: the centre gives a command again that has no answer,
 * and a valve must not be opened twice. Of a crash in between a command is lost, which people see: it has no answer.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceDurably } from './replace-durably.ts';

/** More than come in the half hour for which the centre gives them again. */
const maxIds = 2_000;

export class DeliveredCommands {
  readonly #path: string;
  readonly #ids: Set<string>;

  constructor(folder: string) {
    this.#path = join(folder, 'commands.json');
    this.#ids = new Set(readIds(this.#path));
  }

  /** Returns whether this is the first time; from now on it is not. */
  add(commandId: string): boolean {
    if (this.#ids.has(commandId)) return false;
    const [oldest] = this.#ids;
    if (this.#ids.size >= maxIds && oldest !== undefined) this.#ids.delete(oldest);
    this.#ids.add(commandId);
    replaceDurably(this.#path, JSON.stringify([...this.#ids]));
    return true;
  }
}

function readIds(path: string): string[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as string[];
  } catch {
    return [];
  }
}
