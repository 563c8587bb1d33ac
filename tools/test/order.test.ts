/** Reads of tables and imports of pages that run up are found in a small house, and a list of them only shrinks. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readModules } from '../rules/modules.ts';
import { findUpward, orderRuleNames } from '../rules/order.ts';

type Files = Readonly<Record<string, string>>;

const house = (readBy: readonly { table: string; feature: string; why: string }[] = []) =>
  JSON.stringify({
    kernel: ['work'],
    wings: [
      { wing: 'site', features: [{ feature: 'projects', tables: ['project'] }] },
      { wing: 'points', features: [{ feature: 'points', tables: ['point'], readBy }] },
      { wing: 'alerts', features: [{ feature: 'alerts', tables: ['alert', 'alert_state'] }] },
    ],
  });
const projects = 'server/src/features/site/projects/projects.table.ts';
const page = 'web/src/features/points/points/PointPage.tsx';
const listed = (reads: readonly string[] = [], imports: readonly string[] = []) => JSON.stringify({ reads, imports });

/** A house in which all reads and imports run down. */
const sound: Files = {
  'features.json': house(),
  'tools/rules/upward.json': listed(),
  [projects]: 'sql`SELECT id FROM project JOIN work USING (id)`;',
  'server/src/features/points/points/points.table.ts': `db.selectFrom('point').innerJoin('project', 'a', 'b');`,
  'server/src/features/alerts/alerts/alerts.table.ts': 'sql`SELECT 1 FROM alert a JOIN ONLY point p ON true`;',
  'server/src/features/site/projects/projects.test.ts': 'sql`SELECT 1 FROM alert`;',
  'server/src/kernel/work.ts': 'sql`SELECT 1 FROM work`;',
  [page]: `import { Bell } from '../../site/projects/projects.parts.tsx'; export default Bell;`,
  'web/src/features/site/projects/projects.parts.tsx': 'export const Bell = 1;',
  'web/src/features/alerts/alerts/alerts.parts.tsx': 'export const Level = 1;',
  'web/src/screens/point/PointConsole.tsx': `import { Level } from '../../features/alerts/alerts/alerts.parts.tsx'; Level;`,
};

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function broken(files: Files): string[] {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-order-'));
  folders.push(root);
  for (const [path, text] of Object.entries({ ...sound, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findUpward(root, readModules(root)).map(({ rule, path, line }) => `${path}:${line} ${rule}`);
}

const upward = { [page]: `\nimport { Level } from '../../alerts/alerts/alerts.parts.tsx'; export default Level;` };
const breaches: readonly [files: Files, rule: string, place: string][] = [
  [{ [projects]: '\nsql`SELECT 1 FROM point`;' }, 'reads-run-down', `${projects}:2`],
  [{ [projects]: 'sql`SELECT 1 FROM project JOIN alert_state USING (id)`;' }, 'reads-run-down', `${projects}:1`],
  [{ [projects]: `db.selectFrom('alert');` }, 'reads-run-down', `${projects}:1`],
  [{ [projects]: `db.selectFrom('project').leftJoin('point', 'a', 'b');` }, 'reads-run-down', `${projects}:1`],
  [{ 'server/src/kernel/guard.ts': 'sql`SELECT 1 FROM project`;' }, 'reads-run-down', 'server/src/kernel/guard.ts:1'],
  [upward, 'web-imports-run-down', `${page}:2`],
  [{ 'tools/rules/upward.json': listed([`${projects} point`]) }, 'upward-only-shrinks', 'tools/rules/upward.json:1'],
  [
    { 'tools/rules/upward.json': listed([], [`${page} alerts/alerts`]) },
    'upward-only-shrinks',
    'tools/rules/upward.json:1',
  ],
  [
    { 'features.json': house([{ table: 'point', feature: 'site/projects', why: 'counts' }]) },
    'reason-is-needed',
    'features.json:1',
  ],
];

describe('one order of reads and pages', () => {
  test('a sound house breaks no rule', () => assert.deepEqual(broken({}), []));

  for (const [files, rule, place] of breaches)
    test(`${rule}: ${Object.values(files).join('').trim()}`, () =>
      assert.deepEqual(broken(files), [`${place} ${rule}`]));

  test('what is listed, and what has a reason, may run up', () => {
    const read = { [projects]: 'sql`SELECT 1 FROM point`;' };
    assert.deepEqual(broken({ ...read, 'tools/rules/upward.json': listed([`${projects} point`]) }), []);
    const reason = [{ table: 'point', feature: 'site/projects', why: 'counts' }];
    assert.deepEqual(broken({ ...read, 'features.json': house(reason) }), []);
    const kernel = { 'server/src/kernel/guard.ts': 'sql`SELECT 1 FROM point`;' };
    const ofKernel = house([{ table: 'point', feature: 'kernel', why: 'counts' }]);
    assert.deepEqual(broken({ ...kernel, 'features.json': ofKernel }), []);
    assert.deepEqual(broken({ ...read, 'features.json': ofKernel }), [
      'features.json:1 reason-is-needed',
      `${projects}:1 reads-run-down`,
    ]);
    const without = house([{ table: 'point', feature: 'site/projects', why: '' }]);
    assert.deepEqual(broken({ ...read, 'features.json': without }), ['features.json:1 reason-is-needed']);
    assert.deepEqual(broken({ ...upward, 'tools/rules/upward.json': listed([], [`${page} alerts/alerts`]) }), []);
  });

  test('every rule is broken by something above', () => {
    assert.deepEqual([...new Set(breaches.map(([, rule]) => rule))].sort(), [...orderRuleNames].sort());
  });
});
