/**
 * The wings of the house and their features, in order (features.json). A feature lies in `features/<wing>/<feature>/` on each
 * side; what an application takes of a wing stands in files of the wing's own name beside its features.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Feature {
  readonly feature: string;
  /** Only its files write them. */
  readonly tables: readonly string[];
  /** Features below it, or the kernel, that read one of them all the same, each with the reason. */
  readonly readBy?: readonly { readonly table: string; readonly feature: string; readonly why: string }[];
}

export interface Wing {
  readonly wing: string;
  /** Files of its features that other wings may import, on either side. */
  readonly exports?: readonly string[];
  readonly features: readonly Feature[];
}

export interface House {
  /** Tables that the kernel writes. */
  readonly kernel: readonly string[];
  readonly wings: readonly Wing[];
}

export const readHouse = (root: string): House =>
  JSON.parse(readFileSync(join(root, 'features.json'), 'utf8')) as House;

export interface Place {
  readonly side: 'server' | 'web';
  readonly wing: string;
  /** With its wing, as in `reports/templates`. */
  readonly feature: string;
}

/** The feature that a file lies in; null outside of the features, and for the files of a wing itself. */
export function placeOf(path: string): Place | null {
  const [, side, wing, feature] = /^(server|web)\/src\/features\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  if ((side !== 'server' && side !== 'web') || wing === undefined || feature === undefined) return null;
  return { side, wing, feature: `${wing}/${feature}` };
}

/** Every feature with its wing, in order. */
export const featuresOf = ({ wings }: House): readonly string[] =>
  wings.flatMap(({ wing, features }) => features.map(({ feature }) => `${wing}/${feature}`));

/** The owner of each table: a feature with its wing, or `kernel`. Of a table that two name, the later. */
export const ownersOf = ({ kernel, wings }: House): ReadonlyMap<string, string> =>
  new Map([
    ...kernel.map((table) => [table, 'kernel'] as const),
    ...wings.flatMap(({ wing, features }) =>
      features.flatMap(({ feature, tables }) => tables.map((table) => [table, `${wing}/${feature}`] as const)),
    ),
  ]);
