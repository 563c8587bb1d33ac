/**
 * What a wing offers to others: the files that `exports` of features.json names, by feature. Any other file of a wing is its
 * own, whatever its suffix. Screens of the web and what puts an application together take parts of any wing.
 */
import type { Breach } from './import-rules.ts';
import { isTest } from './import-rules.ts';
import type { Module } from './modules.ts';
import { type House, placeOf } from './wings.ts';

export const wingRuleNames = ['wing-exports', 'wing-exports-are-used'];

/** Returns imports of another wing's own files, and exports that no other wing imports. */
export function findForeignImports(modules: ReadonlyMap<string, Module>, { wings }: House): Breach[] {
  const exported = new Map(wings.map(({ wing, exports = [] }) => [wing, new Set(exports)]));
  const used = new Set<string>();
  const breaches: Breach[] = [];
  for (const { path, imports } of modules.values()) {
    const from = placeOf(path);
    if (from === null || isTest(path)) continue;
    for (const { to, line } of imports) {
      const place = placeOf(to);
      if (place === null || place.side !== from.side || place.wing === from.wing) continue;
      const file = to.slice(`${place.side}/src/features/${place.wing}/`.length);
      used.add(`${place.wing}/${file}`);
      if (!exported.get(place.wing)?.has(file))
        breaches.push({
          rule: 'wing-exports',
          path,
          line,
          message: `${file} is not among the exports of ${place.wing} in features.json`,
        });
    }
  }
  for (const [wing, files] of exported)
    for (const file of files)
      if (!used.has(`${wing}/${file}`))
        breaches.push({
          rule: 'wing-exports-are-used',
          path: 'features.json',
          line: 1,
          message: `no other wing imports ${wing}/${file}: it is no export`,
        });
  return breaches;
}
