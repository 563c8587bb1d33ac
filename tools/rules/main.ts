/** Command line of the house's rules: `node tools/rules/main.ts imports|owners|order|exports|names|comments|lengths|sizes|mechanisms [root]`. Exits 1 when one is broken. */
import { dirname } from 'node:path';
import { findBypasses } from './bypasses.ts';
import { findDeadExports } from './dead-exports.ts';
import { findLargeFeatures, linesIn } from './feature-sizes.ts';
import { type Breach, findBreaches } from './import-rules.ts';
import { findLongFunctions } from './long-functions.ts';
import { readModules } from './modules.ts';
import { findUpward } from './order.ts';
import { findVagueComments } from './plain-comments.ts';
import { findPrivateNames } from './plain-names.ts';
import { findForeignWrites } from './table-owners.ts';
import { findVagueNames } from './vague-names.ts';
import { findForeignImports } from './wing-exports.ts';
import { readHouse } from './wings.ts';

const [what = 'imports', root = dirname(dirname(import.meta.dirname))] = process.argv.slice(2);
const modules = readModules(root);
const checks: Readonly<Record<string, () => readonly Breach[]>> = {
  imports: () => findBreaches(root, modules),
  owners: () => findForeignWrites(root, modules.keys()),
  order: () => [...findUpward(root, modules), ...findForeignImports(modules, readHouse(root))],
  exports: () => findDeadExports(modules),
  names: () => [...findPrivateNames(root, modules.keys()), ...findVagueNames(root, modules.keys())],
  comments: () => findVagueComments(root, modules.keys()),
  lengths: () => findLongFunctions(root, modules.keys()),
  sizes: () => findLargeFeatures(modules.keys(), linesIn(root)),
  mechanisms: () => findBypasses(root, modules.keys()),
};
const check = checks[what];
if (check === undefined) throw new Error(`${what} is none of ${Object.keys(checks).join(', ')}`);
const breaches = check();
for (const { rule, path, line, message } of breaches) process.stdout.write(`${path}:${line} ${rule}: ${message}\n`);
process.stdout.write(`${modules.size} modules, ${breaches.length} breaches\n`);
// A check that read nothing has found nothing out.
process.exitCode = breaches.length > 0 || modules.size === 0 ? 1 : 0;
