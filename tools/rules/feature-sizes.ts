/**
 * Features too large to know by heart, and wings too large to own: by lines on one side, tests left out. The screens of the web
 * are a wing, each console in it as a feature. One above its limit becomes two that each have one concern. What was larger when the limits were made may not grow (upward.json does the same).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Breach, isTest } from './import-rules.ts';
import { placeOf } from './wings.ts';

export const maxLines = { feature: 2_500, wing: 20_000 } as const;

/** Lines that each of these had when the limit was made. */
const larger: Readonly<Record<string, number>> = {
  'server/src/features/readings/imports': 2_720,
  'server/src/features/readings/readings': 2_880,
  'server/src/features/views/sensorthings': 2_980,
  'web/src/features/points/inspections': 2_820,
  'web/src/features/points/thresholds': 2_950,
  'web/src/features/views/waveforms': 2_540,
};

export interface Size {
  readonly kind: keyof typeof maxLines;
  readonly folder: string;
  readonly lines: number;
}

/** The feature and the wing that a file counts for; null for code of neither. */
function foldersOf(path: string): { readonly feature: string; readonly wing: string } | null {
  const [screen] = /^web\/src\/screens\/[^/]+(?=\/)/.exec(path) ?? [];
  if (screen !== undefined) return { feature: screen, wing: 'web/src/screens' };
  const place = placeOf(path);
  if (place === null) return null;
  const features = `${place.side}/src/features`;
  return { feature: `${features}/${place.feature}`, wing: `${features}/${place.wing}` };
}

/** Lines of each feature and wing on each side, largest first. `linesOf` gives those of a file. */
export function sizesOf(paths: Iterable<string>, linesOf: (path: string) => number): Size[] {
  const sizes = new Map<string, Size>();
  for (const path of paths) {
    const folders = isTest(path) ? null : foldersOf(path);
    if (folders === null) continue;
    const lines = linesOf(path);
    for (const kind of ['feature', 'wing'] as const) {
      const folder = folders[kind];
      sizes.set(folder, { kind, folder, lines: (sizes.get(folder)?.lines ?? 0) + lines });
    }
  }
  return [...sizes.values()].sort((a, b) => b.lines - a.lines);
}

export const linesIn = (root: string) => (path: string) =>
  readFileSync(join(root, path), 'utf8').split('\n').length - 1;

/** Features and wings above their limit. */
export const findLargeFeatures = (
  paths: Iterable<string>,
  linesOf: (path: string) => number,
  allowed: Readonly<Record<string, number>> = larger,
): Breach[] =>
  sizesOf(paths, linesOf)
    .filter(({ kind, folder, lines }) => lines > (allowed[folder] ?? maxLines[kind]))
    .map(({ kind, folder, lines }) => ({
      rule: `${kind}-sizes`,
      path: folder,
      line: 1,
      message: `${lines} lines; above ${allowed[folder] ?? maxLines[kind]} it becomes two of one concern each`,
    }));
