/** Places that pass a mechanism by are found, others are left alone, and the list of exceptions only shrinks. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findBypasses, placesIn } from '../rules/bypasses.ts';

const table = 'server/src/features/site/drawings/drawings.table.ts';
const rulesOf = (text: string, path = table) => placesIn(path, text).map(({ rule, line }) => `${rule} ${line}`);

test('rows of a claimed type are found where they are executed; those of a whole table, parts and tests are not', () => {
  assert.deepEqual(rulesOf('\nawait sql<{ id: number }>`SELECT 1`.execute(db);'), ['claimed-rows 2']);
  assert.deepEqual(rulesOf('sql<Row>`SELECT 1`.execute(db);'), ['claimed-rows 1']);
  assert.deepEqual(rulesOf("sql<Selectable<Tables['drawing']>>`SELECT *`.execute(db);"), []);
  assert.deepEqual(rulesOf('sql`UPDATE drawing SET id = 1`.execute(db);'), []);
  assert.deepEqual(rulesOf('db.where(sql<boolean>`true`).execute();'), []);
  assert.deepEqual(rulesOf('sql<Row>`SELECT 1`.execute(db);', 'server/test/drawings.test.ts'), []);
});

test('a row that must be there and is asked for by hand', () => {
  const thrown = (condition: string) =>
    `const row = await one(db);\n  if (${condition}) throw new Failure('notFound', { id });`;
  assert.deepEqual(rulesOf(thrown('!row')), ['missing-row 1']);
  assert.deepEqual(rulesOf(thrown('row === undefined')), ['missing-row 1']);
  assert.deepEqual(rulesOf(thrown('row.isHidden')), []);
});

test('lengths of durations, and literals spread into literals', () => {
  const web = 'web/src/charts/frame/ticks.ts';
  assert.deepEqual(rulesOf('const dayMs = 86_400_000;', web), ['duration-constants 1']);
  assert.deepEqual(rulesOf('const dayMs = 24 * hourMs;', web), ['duration-constants 1']);
  assert.deepEqual(rulesOf('const dayMs = lengthOf(day);', web), []);
  assert.deepEqual(rulesOf('const dayMs = 86_400_000;', 'contract/src/kernel/durations.ts'), []);
  assert.deepEqual(rulesOf('call({ ...{ a: 1, b: 2 }, c });', web), ['spread-of-a-literal 1']);
  assert.deepEqual(rulesOf('call({ ...(a ? { b } : {}), ...c });', web), []);
});

test('columns of a table without a heading', () => {
  const web = 'web/src/features/site/projects/RetiredProjects.tsx';
  assert.deepEqual(rulesOf("const a = [{ title: '', key: 'act', render: (row) => row }];", web), ['empty-headings 1']);
  assert.deepEqual(rulesOf("const a = [{ title: <ActsHeading />, key: 'act', render: (row) => row }];", web), []);
  assert.deepEqual(rulesOf("const panel = { title: '', kind: 'value' };", web), []);
});

test('the list allows as many as there were, and has to become shorter with them', () => {
  const root = mkdtempSync(join(tmpdir(), 'bypasses-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write(table, 'sql<A>`x`.execute(db);\nsql<B>`y`.execute(db);');
  const rulesWith = (allowed: number) => {
    write('tools/rules/bypasses.json', JSON.stringify({ 'claimed-rows': { [table]: allowed } }));
    return findBypasses(root, [table]).map(({ rule, line }) => `${rule} ${line}`);
  };
  assert.deepEqual(rulesWith(2), []);
  assert.deepEqual(rulesWith(1), ['claimed-rows 2']);
  assert.deepEqual(rulesWith(3), ['bypasses-only-shrink 1']);
});
