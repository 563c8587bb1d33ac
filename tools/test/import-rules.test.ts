/** Each import rule is broken on purpose in a small house of its own, and the check must say so. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { findDeadExports } from '../rules/dead-exports.ts';
import { findBreaches, ruleNames } from '../rules/import-rules.ts';
import { readModules } from '../rules/modules.ts';

type Files = Readonly<Record<string, string>>;

/** A features.json with each of these as a feature of a wing of its own name, but for the gateway. */
const listOf = (...features: readonly string[]) =>
  JSON.stringify({
    kernel: [],
    wings: features.map((feature) => ({
      wing: feature === 'gateway' ? 'telemetry' : feature,
      features: [{ feature, tables: [] }],
    })),
  });

/** A sound house that uses every right a rule leaves. */
const sound: Files = {
  'features.json': listOf('projects', 'points', 'gateway', 'alerts'),
  'contract/src/points/points.ts': `import { z } from 'zod'; import { id } from './fields.ts'; export const points = z.object({ id });`,
  'contract/src/points/fields.ts': `import { z } from 'zod'; export const id = z.int();`,
  'contract/test/points.test.ts': `import test from 'node:test'; import { points } from '../src/points/points.ts'; test(String(points));`,
  'science/src/judge.ts': `import { most } from './rates.ts'; export const judge = () => most;`,
  'science/src/rates.ts': `export const most = 4;`,
  'server/src/app.ts': `import * as routes from './features/points/points/points.routes.ts'; import { run } from './pipeline/pipeline.ts'; export const app = () => [routes.list, run];`,
  'server/src/main.ts': `import { app } from './app.ts'; app();`,
  'server/src/kernel/db.ts': `import { Kysely } from 'kysely'; import { points } from '@plumbline/contract/points/points'; export const db = [Kysely, points];`,
  'server/src/pipeline/pipeline.ts': `import type pg from 'pg'; import { db } from '../kernel/db.ts'; import { plan } from '../features/points/points/points.api.ts'; import { add } from '../features/alerts/alerts/alerts.table.ts'; export const run = (client: pg.Client) => [client, db, plan, add];`,
  'server/src/features/projects/projects/projects.api.ts': `import { sql } from 'kysely'; export const names = sql;`,
  'server/src/features/points/points/points.api.ts': `import { sql } from 'kysely'; export const plan = sql;`,
  'server/src/features/points/points/points.service.ts': `import { names } from '../../projects/projects/projects.api.ts'; import { judge } from '@plumbline/science/judge'; export const list = () => [names, judge];`,
  'server/src/features/points/points/points.routes.ts': `export { list } from './points.service.ts';`,
  'server/src/features/points/points/points.test.ts': `import { run } from '../../../pipeline/pipeline.ts'; import pg from 'pg'; run(new pg.Client());`,
  'server/src/features/points/points.routes.ts': `import { list } from './points/points.routes.ts'; export default [list];`,
  'server/src/app.features.ts': `import points from './features/points/points.routes.ts'; points;`,
  'server/src/features/telemetry/gateway/logic/gateway.ts': `import { run } from '../../../../pipeline/pipeline.ts'; run;`,
  'server/src/features/alerts/alerts/alerts.table.ts': `import type pg from 'pg'; export const add = (client: pg.Client) => client;`,
  'web/src/app/pages.ts': `export const load = () => [import('../features/points/points/PointPage.tsx'), import('../screens/point/PointConsolePage.tsx')];`,
  'web/src/screens/point/PointConsolePage.tsx': `import { Bell } from '../../features/alerts/alerts/alerts.parts.tsx'; import { useLive } from '../../features/points/points/points.queries.ts'; import { Drawer } from '../alert/drawer.parts.tsx'; import { Tab } from './Tab.tsx'; export default () => [Bell, useLive, Drawer, Tab];`,
  'web/src/screens/point/Tab.tsx': `export const Tab = 'tab';`,
  'web/src/screens/alert/drawer.parts.tsx': `export const Drawer = 'drawer';`,
  'web/src/features/points/points/PointPage.tsx': `import { Bell } from '../../alerts/alerts/alerts.parts.tsx'; import { useRead } from '../../../kernel/reads.ts'; import { useLive } from './points.queries.ts'; export default () => <Bell call={useRead + useLive} />;`,
  'web/src/features/alerts/alerts/alerts.parts.tsx': `export const Bell = (given: { call: string }) => <b>{given.call}</b>;`,
  'web/src/features/points/points/points.queries.ts': `import { call } from '../../../kernel/call.ts'; import { readAgain } from '../../../kernel/queries.ts'; import { useQuery } from '@tanstack/react-query'; export const useLive = [call, readAgain, useQuery, { refetchInterval: 1_000 }];`,
  'web/src/kernel/queries.ts': `export const readAgain = 'again';`,
  'web/src/kernel/reads.ts': `import { call } from './call.ts'; export const useRead = call;`,
  'web/src/kernel/call.ts': `import { id } from '@plumbline/contract/points/fields'; export const call = String(id);`,
};

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function houseOf(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-rules-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
const broken = (files: Files) =>
  findBreaches(houseOf({ ...sound, ...files })).map(({ rule, path }) => `${path} ${rule}`);

const take = (specifier: string) => `import { x } from '${specifier}'; x;`;
/** What is planted, and the one rule that it breaks. */
const breaches: readonly [rule: string, path: string, text: string][] = [
  ['contract-is-pure', 'contract/src/bad.ts', take('kysely')],
  ['contract-is-pure', 'contract/src/bad.ts', take('node:fs')],
  [
    'contract-is-pure',
    'contract/src/bad.ts',
    `import type { judge } from '@plumbline/science/judge'; export type J = typeof judge;`,
  ],
  ['science-is-pure', 'science/src/bad.ts', take('node:fs')],
  ['science-is-pure', 'science/src/bad.ts', take('zod')],
  ['science-is-pure', 'science/src/bad.ts', take('@plumbline/contract/points/fields')],
  [
    'kernel-knows-no-feature',
    'server/src/kernel/bad.ts',
    `import type { plan } from '../features/points/points/points.api.ts'; export type P = typeof plan;`,
  ],
  ['kernel-knows-no-feature', 'server/src/kernel/bad.ts', take('../pipeline/pipeline.ts')],
  ['kernel-knows-no-feature', 'web/src/kernel/bad.ts', take('../features/alerts/alerts/alerts.parts.tsx')],
  ['kit-knows-no-feature', 'web/src/charts/bad.ts', take('../features/alerts/alerts/alerts.parts.tsx')],
  ['server-and-web-never-meet', 'server/src/bad.ts', take('../../web/src/kernel/call.ts')],
  [
    'server-and-web-never-meet',
    'web/src/app/bad.ts',
    `const later = () => import('../../../server/src/app.ts'); later;`,
  ],
  [
    'features-never-look-up',
    'server/src/features/projects/projects/projects.service.ts',
    take('../../points/points/points.api.ts'),
  ],
  [
    'features-never-look-up',
    'server/src/features/projects/projects/projects.service.ts',
    `type P = import('../../points/points/points.api.ts').P; export type Q = P | null;`,
  ],
  [
    'apis-across-features',
    'server/src/features/alerts/alerts/alerts.service.ts',
    take('../../points/points/points.service.ts'),
  ],
  ['wings-list-their-own', 'server/src/features/points/points.routes.ts', take('../projects/projects/projects.api.ts')],
  ['features-use-no-app', 'server/src/features/alerts/alerts/alerts.service.ts', take('../../../pipeline/pipeline.ts')],
  [
    'features-use-no-app',
    'server/src/features/alerts/alerts/alerts.service.ts',
    `import type { app } from '../../../app.ts'; export type A = typeof app;`,
  ],
  ['pipeline-uses-apis-and-tables', 'server/src/pipeline/bad.ts', take('../features/points/points/points.service.ts')],
  ['sql-in-tables', 'server/src/features/points/points/points.jobs.ts', take('kysely')],
  [
    'sql-in-tables',
    'server/src/features/points/points/points.jobs.ts',
    `import type pg from 'pg'; export type P = pg.Pool;`,
  ],
  [
    'web-features-are-private',
    'web/src/features/alerts/alerts/AlertPage.tsx',
    take('../../points/points/PointPage.tsx'),
  ],
  ['web-features-are-private', 'web/src/app/bad.ts', take('../features/points/points/PointPage.tsx')],
  ['web-features-are-private', 'web/src/app/bad.ts', take('../screens/point/PointConsolePage.tsx')],
  ['web-features-are-private', 'web/src/screens/point/Bad.tsx', take('../../features/points/points/PointPage.tsx')],
  ['web-features-are-private', 'web/src/screens/alert/Bad.tsx', take('../point/Tab.tsx')],
  ['screens-are-on-top', 'web/src/features/alerts/alerts/Bad.tsx', take('../../../screens/alert/drawer.parts.tsx')],
  ['screens-are-on-top', 'web/src/charts/bad.ts', take('../screens/alert/drawer.parts.tsx')],
  ['data-in-queries', 'web/src/screens/point/Bad.tsx', `import { call } from '../../kernel/call.ts'; call;`],
  ['product-knows-no-test', 'server/src/bad.ts', take('./features/points/points/points.test.ts')],
  ['wire-is-guarded', 'server/src/features/telemetry/gateway/gateway.sockets.ts', take('socket.io')],
  ['wire-is-guarded', 'server/src/kernel/bad.ts', `import type { Socket } from 'socket.io'; export type S = Socket;`],
  ['wire-is-guarded', 'server/src/features/telemetry/gateway/gateway.mqtt.ts', take('aedes')],
  ['no-code-from-text', 'server/src/bad.ts', take('node:vm')],
  ['no-code-from-text', 'science/src/bad.ts', `export const run = (text: string) => new Function(text);`],
  [
    'typing-outlives-fetches',
    'web/src/features/points/points/Bad.tsx',
    `export default (query: { dataUpdatedAt: number }) => <b key={query.dataUpdatedAt} />;`,
  ],
  [
    'typing-outlives-fetches',
    'web/src/features/points/points/Bad.tsx',
    `export default (of: { limits: object }) => <b key={JSON.stringify(of.limits)} />;`,
  ],
  ['no-code-from-text', 'server/src/bad.ts', `export const run = (name: string) => import(name);`],
  ['name-message-what', 'server/src/kernel/utils.ts', 'export {};'],
  ['name-message-what', 'web/src/kernel/date.helpers.ts', 'export {};'],
  ['name-message-what', 'web/src/common/dates.ts', 'export {};'],
  [
    'data-in-queries',
    'web/src/features/points/points/Bad.tsx',
    `import { call } from '../../../kernel/call.ts'; call;`,
  ],
  ['data-in-queries', 'web/src/app/shell/Bad.tsx', `import { useQuery } from '@tanstack/react-query'; useQuery;`],
  [
    'data-in-queries',
    'web/src/features/points/points/bad.ts',
    `import { readAgain } from '../../../kernel/queries.ts'; readAgain;`,
  ],
  [
    'polling-in-queries',
    'web/src/features/points/points/Bad.tsx',
    `import { useRead } from '../../../kernel/reads.ts'; useRead({}, {}, { refetchInterval: 1_000 });`,
  ],
  ['polling-in-queries', 'web/src/design/bad.ts', `const refetchInterval = 1_000; export default { refetchInterval };`],
  ['suffix-is-layer', 'server/src/features/points/points/points.found.ts', 'export {};'],
  ['feature-is-listed', 'server/src/features/weather/weather/weather.service.ts', 'export {};'],
  ['imports-lead-somewhere', 'server/src/bad.ts', take('./gone.ts')],
];

describe('import rules', () => {
  test('a sound house breaks none', () => assert.deepEqual(broken({}), []));

  for (const [rule, path, text] of breaches)
    test(`${rule}: ${path} ${text}`, () => assert.deepEqual(broken({ [path]: text }), [`${path} ${rule}`]));

  test('no-circle: over values, and over types', () => {
    const round = { 'server/src/a.ts': take('./b.ts'), 'server/src/b.ts': take('./kernel/c.ts') };
    const found = broken({
      ...round,
      'server/src/kernel/c.ts': `import type { x } from '../a.ts'; export type X = typeof x;`,
    });
    assert.deepEqual(found, ['server/src/a.ts no-circle', 'server/src/kernel/c.ts kernel-knows-no-feature']);
    assert.deepEqual(broken({ 'server/src/a.ts': take('./b.ts'), 'server/src/b.ts': take('./a.ts') }), [
      'server/src/a.ts no-circle',
    ]);
    const typed = (to: string) => `import type { X } from '${to}'; export type Y = X;`;
    assert.deepEqual(broken({ 'server/src/a.ts': typed('./b.ts'), 'server/src/b.ts': typed('./a.ts') }), [
      'server/src/a.ts no-circle',
    ]);
  });

  test('every rule is broken by something above', () => {
    const planted = new Set([...breaches.map(([rule]) => rule), 'no-circle']);
    assert.deepEqual([...ruleNames].sort(), [...planted].sort());
  });

  test('wings-list-their-own: nobody but the application reads a list', () => {
    const reads = { 'server/src/main.ts': take('./features/points/points.routes.ts') };
    assert.deepEqual(broken(reads), ['server/src/main.ts wings-list-their-own']);
  });

  test('moving a feature in features.json moves its rights', () => {
    const features = { 'features.json': listOf('points', 'projects', 'gateway', 'alerts') };
    assert.deepEqual(broken(features), ['server/src/features/points/points/points.service.ts features-never-look-up']);
  });

  test('the command message no by its exit code, and to an empty house too', () => {
    const main = join(import.meta.dirname, '../rules/main.ts');
    const run = (files: Files) => spawnSync(process.execPath, [main, 'imports', houseOf(files)], { encoding: 'utf8' });
    assert.equal(run(sound).status, 0);
    const bad = run({ ...sound, 'science/src/bad.ts': take('node:fs') });
    assert.equal(bad.status, 1);
    assert.match(bad.stdout, /science\/src\/bad\.ts:1 science-is-pure: imports node:fs/);
    assert.equal(run({ 'features.json': listOf() }).status, 1);
  });
});

test('dead exports are found, living ones left alone', () => {
  const root = houseOf({
    'server/src/a.ts': [
      'export const dead = 1;',
      'export const tested = 2;',
      'export const usedHere = 3;',
      'export const viaStar = usedHere;',
      'export interface Dead { readonly x: Alive }',
      'export interface Alive { readonly x: number }',
    ].join('\n'),
    'server/src/b.ts': `import * as a from './a.ts'; a.viaStar;`,
    'server/src/a.test.ts': `import { tested } from './a.ts'; tested;`,
    'science/src/rose.ts': 'export const rose = 1;',
    'science/test/rose.test.ts': `import { rose } from '../src/rose.ts'; rose;`,
  });
  const found = findDeadExports(readModules(root)).map(({ path, line, message }) => `${path}:${line} ${message}`);
  assert.deepEqual(found, [
    'science/src/rose.ts:1 only tests use rose: move it to them',
    'server/src/a.ts:1 nobody uses dead: delete it',
    'server/src/a.ts:2 only tests use tested: move it to them',
    'server/src/a.ts:5 nobody uses Dead: delete it',
  ]);
});
