/**
 * Exports that nobody uses, neither another module nor their own. A use by tests alone is none, but for test helpers. A
 * calculation of science that only its published example calls is none either: it gets its way to a user, or goes.
 */

import type { Breach } from './import-rules.ts';
import { isTest } from './import-rules.ts';
import type { Module } from './modules.ts';

/** Exports that stand for a reason no import shows. */
const allowedFor: ReadonlyMap<string, readonly string[]> = new Map([
  // Called by the test runner and by Vite.
  ['server/test/global.ts', ['globalSetup', 'globalTeardown']],
  ['tools/runner/reporter.ts', ['default']],
  // Imported by the file that `npm test` writes for each process.
  ['tools/runner/together.ts', ['runTogether']],
  ['web/vite.config.ts', ['default']],
  // The other half of a clock, which tests hold still.
  ['server/src/kernel/clock.ts', ['testClock']],
  // The one way out of the house, guarded and tested before the first feature that calls out (push, SMS) is built.
  ['server/src/kernel/outbound.ts', ['openOutbound']],
  // What tests walk to see that nothing was left out.
  ['tools/rules/import-rules.ts', ['ruleNames']],
  ['tools/rules/table-owners.ts', ['ownerRuleNames']],
  ['tools/rules/order.ts', ['orderRuleNames']],
  ['tools/rules/wing-exports.ts', ['wingRuleNames']],
  ['science/src/sensors/recipes.ts', ['recipeFamilies']],
  ['tools/virtual-devices/physics.ts', ['simulatedFamilies', 'simulatedModes', 'silentAt']],
]);

/** Every dead export, by file and line, and every exception that is none any more. The constants of the specification may wait for their screen. */
export function findDeadExports(modules: ReadonlyMap<string, Module>): Breach[] {
  const byProduct = new Map<string, Set<string>>();
  const byTests = new Map<string, Set<string>>();
  for (const { path, imports } of modules.values()) {
    for (const { to, names } of imports) {
      const uses = isTest(path) ? byTests : byProduct;
      uses.set(to, new Set([...(uses.get(to) ?? []), ...names]));
    }
  }
  const used = (uses: ReadonlyMap<string, ReadonlySet<string>>, path: string, name: string): boolean =>
    uses.get(path)?.has(name) === true || uses.get(path)?.has('*') === true;

  const stale = [...allowedFor].flatMap(([path, names]): Breach[] => {
    const module = modules.get(path);
    if (!module) return [];
    return names
      .filter((name) => !module.exports.some((each) => each.name === name))
      .map((name) => ({
        rule: 'dead-export',
        path,
        line: 1,
        message: `${name} is not exported: take it off the list`,
      }));
  });
  const dead = [...modules.values()].flatMap(({ path, exports }) =>
    exports.flatMap(({ name, line, usedHere }): Breach[] => {
      const tested = used(byTests, path, name);
      if (usedHere || used(byProduct, path, name) || allowedFor.get(path)?.includes(name)) return [];
      if (path === 'contract/src/kernel/constants.ts' || (tested && isTest(path))) return [];
      const message = tested ? `only tests use ${name}: move it to them` : `nobody uses ${name}: delete it`;
      return [{ rule: 'dead-export', path, line, message }];
    }),
  );
  return [...dead, ...stale];
}
