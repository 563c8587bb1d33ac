import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { imports } from '@plumbline/contract/readings/imports';
import { writeXlsx } from 'hucre/xlsx';
import { type MappingInput, makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { tidyImports } from './imports.jobs.ts';

const [server, world] = await openWorlds(['Sheets']);
const fixture = makeImportsFixture(server, world);

test('of a workbook the first sheet that holds anything is read, or the one that is named', async () => {
  const pointId = await makePoint(server, world, 'W-1', { type: 2, mode: 0, family: 'waterLevel' } as never);
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Cover', rows: [] },
      {
        name: 'June',
        rows: [
          ['Time', 'W-1'],
          ['2024-06-01 08:00:00', 1.5],
        ],
      },
      {
        name: 'July, 2',
        rows: [['Water levels'], [], ['Time', 'W-1'], ['2024-07-01 08:00:00', 2.5], ['2024-07-02 08:00:00', 2.75]],
      },
    ],
  });
  const { import: sent } = await fixture.upload(bytes, 'levels.xlsx');
  assert.deepEqual([sent.layout.sheets, sent.layout.reading.sheet], [['Cover', 'June', 'July, 2'], 'June']);
  const layoutOf = (sheet: string) =>
    server.call(imports.detectLayout, { ...fixture.at(sent.id), reading: { sheet } }, world.admin.token);
  const july = (await layoutOf('July, 2')).body.layout;
  assert.deepEqual([july.reading.sheet, july.reading.headerLine, july.reading.firstDataLine], ['July, 2', 3, 4]);
  assert.equal((await layoutOf('Cover')).body.error, 'sheetEmpty');
  const absent = await layoutOf('August');
  assert.deepEqual(
    [absent.body.error, (absent.body.detail as { message: string }[])[0]!.message],
    ['badInput', 'sheetUnknown'],
  );
  const mapping = wideMapping([{ column: 1, pointId, name: 'level' }]);
  const done = await fixture.check(sent.id, { ...mapping, reading: { sheet: 'July, 2' } } as MappingInput);
  assert.equal(done.counts!.added, 2);
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await fixture.rowsOf(pointId)).map(({ values }) => values[0]),
    [2.5, 2.75],
  );
});

test('a file past 100 MB is refused and leaves nothing', async () => {
  const stored = await server.db.selectFrom('stored_file').select('id').execute();
  const line = Buffer.from(`${'2024-06-01 08:00:00,12.5\n'.repeat(4_000)}`);
  const parts = Array.from({ length: Math.ceil((100 * 1024 * 1024 + 1) / line.length) }, () => line);
  const form = new FormData();
  form.append('file', new Blob(parts), 'large.csv');
  const answer = await fetch(`${server.url}/api/projects/${world.projectId}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.admin.token}` },
    body: form,
  });
  const { error, detail } = (await answer.json()) as { error: string; detail: unknown };
  assert.deepEqual([answer.status, error, detail], [413, 'fileTooLarge', { size: 100, unit: 'MB' }]);
  assert.deepEqual(await server.db.selectFrom('stored_file').select('id').execute(), stored);
});

test('what was half received when a process ended goes after a day', async () => {
  const folder = join(server.config.dataDir, 'files');
  mkdirSync(folder, { recursive: true });
  const [old, fresh] = ['incoming-old', 'incoming-fresh'].map((name) => join(folder, name)) as [string, string];
  const now = server.clock.now().getTime() / 1000;
  for (const [path, at] of [
    [old, now - 90_000],
    [fresh, now - 60],
  ] as const) {
    writeFileSync(path, 'half');
    utimesSync(path, at, at);
  }
  const { db, database, log, clock, context } = server;
  await tidyImports.run({
    ...context,
    db,
    pool: database.pool,
    log,
    now: () => clock.now(),
    signal: new AbortController().signal,
  });
  assert.deepEqual([existsSync(old), existsSync(fresh)], [false, true]);
});
