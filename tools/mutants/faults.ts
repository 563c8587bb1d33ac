/** The known faults, a file a wing in `faults/`; those of no wing stand under their package, or under `kernel`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Fault {
  readonly name: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly from: string;
  readonly to: string;
  /** What goes wrong for people. */
  readonly why: string;
  /** Words that the paths of the tests contain which should find it; empty = those that the import graph names. */
  readonly tests: readonly string[];
}

/** Returns every known fault. */
export function readFaults(): Fault[] {
  const folder = join(import.meta.dirname, 'faults');
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fault[]);
}
