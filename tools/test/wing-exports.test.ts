/** A wing's own files are nobody else's, and what it exports is imported by another wing. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { readModules } from '../rules/modules.ts';
import { findForeignImports, wingRuleNames } from '../rules/wing-exports.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-wings-'));
after(() => rmSync(root, { recursive: true, force: true }));

const importOf = (to: string) => `import { one } from '${to}'; export const two = one;`;
const files: Readonly<Record<string, string>> = {
  'server/src/features/points/points/points.api.ts': 'export const one = 1;',
  'server/src/features/points/points/points.own.api.ts': 'export const one = 1;',
  'server/src/features/points/sheets/sheets.service.ts': importOf('../points/points.own.api.ts'),
  'server/src/features/alerts/alerts/alerts.service.ts': importOf('../../points/points/points.api.ts'),
  'server/src/features/alerts/alerts/alerts.test.ts': importOf('../../points/points/points.own.api.ts'),
  'server/src/app.ts': importOf('./features/points/points/points.own.api.ts'),
  'web/src/features/points/points/points.parts.tsx': 'export const one = 1;',
  'web/src/screens/point/PointConsole.tsx': importOf('../../features/points/points/points.parts.tsx'),
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const modules = readModules(root);
const breachesWith = (exports: readonly string[]) =>
  findForeignImports(modules, {
    kernel: [],
    wings: [
      { wing: 'points', exports, features: [] },
      { wing: 'alerts', features: [] },
    ],
  }).map(({ rule, path, line }) => `${path}:${line} ${rule}`);

test('a wing takes of another what that one exports; its own features, screens, applications and tests take anything', () => {
  assert.deepEqual(breachesWith(['points/points.api.ts']), []);
  assert.deepEqual(breachesWith([]), ['server/src/features/alerts/alerts/alerts.service.ts:1 wing-exports']);
});

test('an export that no other wing imports is none', () => {
  assert.deepEqual(breachesWith(['points/points.api.ts', 'points/points.own.api.ts', 'points/points.parts.tsx']), [
    'features.json:1 wing-exports-are-used',
    'features.json:1 wing-exports-are-used',
  ]);
  assert.deepEqual(wingRuleNames, ['wing-exports', 'wing-exports-are-used']);
});
