import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import { makeAccount } from '../../../../test/harness.ts';
import { makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Imports']);
const token = world.admin.token;
const fixture = makeImportsFixture(server, world);
/** What a dry run counts besides. */
const noneOf = { empty: 0, skipped: 0, noValue: 0, withoutValue: 0 };
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };

test('a CSV is previewed, checked, imported, reported, undone and imported again', async () => {
  const pointId = await makePoint(server, world, 'W-1', manual);
  const sent = await fixture.upload(
    'Time,W-1 level (mm),W-1 temp\n2024-05-01 08:00:00,101250,12\n2024-05-02 08:00:00,101260,\n',
  );
  const { layout, id } = sent.import;
  assert.deepEqual(
    [layout.format, layout.reading.separator, layout.reading.headerLine, layout.reading.firstDataLine],
    ['csv', ',', 1, 2],
  );
  assert.deepEqual(
    layout.columns.map(({ name, unit, holds }) => [name, unit, holds]),
    [
      ['Time', '', 'time'],
      ['W-1 level', 'mm', 'number'],
      ['W-1 temp', '', 'number'],
    ],
  );
  // The names and units of the columns were enough to fill the mapping in.
  const suggested = layout.suggested! as Mapping;
  assert.deepEqual(
    suggested.values.layout === 'wide' &&
      suggested.values.columns.map(({ column, pointId: to, kind, name, factor }) => [column, to, kind, name, factor]),
    [
      [1, pointId, 'field', 'level', 0.001],
      [2, pointId, 'field', 'temp', 1],
    ],
  );
  const checked = await fixture.check(id, suggested);
  assert.equal(checked.state, 'checked');
  assert.deepEqual(checked.counts, {
    ...noneOf,
    lines: 2,
    acceptedLines: 2,
    partLines: 0,
    refusedLines: 0,
    added: 2,
    overwritten: 0,
    unchanged: 0,
    refused: 0,
    repeated: 0,
  });
  assert.deepEqual([checked.from, checked.to], ['2024-05-01T00:00:00.000Z', '2024-05-02T00:00:00.000Z']);
  assert.deepEqual(await fixture.rowsOf(pointId), [], 'a dry run wrote readings');
  const applied = await fixture.apply(id);
  assert.deepEqual([applied.state, applied.counts!.added, applied.undoneAt], ['applied', 2, null]);
  assert.deepEqual(
    (await fixture.rowsOf(pointId)).map(({ values }) => values),
    [
      [101.25, null, null, 12],
      [101.26, null, null, null],
    ],
  );
  await server.work!.settle();
  const ended = (await server.call(notifications.list, {}, token)).body.notifications.filter(
    ({ type }) => type === 'TaskEnded',
  );
  assert.ok(
    ended.some(({ title, detail }) => title === 'importApply' && detail['fileName'] === 'readings.csv'),
    JSON.stringify(ended),
  );
  const { changes } = (await server.call(history.changes, { pointId }, token)).body;
  assert.deepEqual(
    changes.map(({ kind, reason, counts, detail }) => [kind, reason, counts, detail['fileName']]),
    [['import', 'Readings of the week', { added: 2, overwritten: 0 }, 'readings.csv']],
  );

  const second = (await fixture.upload('Time,W-1\n2024-05-01 08:00:00,101.3\n2024-05-02 08:00:00,101.26\n')).import;
  const again = await fixture.check(second.id, wideMapping([{ column: 1, pointId, name: 'level' }]));
  assert.deepEqual(again.counts, {
    ...noneOf,
    lines: 2,
    acceptedLines: 2,
    partLines: 0,
    refusedLines: 0,
    added: 0,
    overwritten: 1,
    unchanged: 1,
    refused: 0,
    repeated: 0,
  });
  const [over] = await fixture.lines(second.id, 'overwritten');
  assert.deepEqual([over!.line, over!.values, over!.before], [2, { level: 101.3 }, { level: 101.25, temp: 12 }]);
  const person = await makeAccount(server, 'Normal', world.corporationId, 'imports.only');
  await giveRole(server, world, person.id, ['Create:Data', 'Retrieve:Data']);
  const apply = (by: string) => server.call(imports.apply, { ...fixture.at(second.id), reason: 'Again' }, by);
  assert.equal((await apply(person.token)).body.error, 'notAllowed', 'who may not change readings overwrites none');
  const done = await fixture.apply(second.id);
  assert.equal((await apply(token)).body.error, 'importUnchecked', 'a file is imported once');
  assert.deepEqual((await fixture.rowsOf(pointId))[0]!.values, [101.3, null, null, 12]);
  const undone = await server.call(history.undo, { pointId: done.changePointId!, changeId: done.changeId! }, token);
  assert.equal(undone.body.restored, 1, JSON.stringify(undone.body));
  assert.deepEqual((await fixture.rowsOf(pointId))[0]!.values, [101.25, null, null, 12]);
  assert.notEqual((await fixture.get(second.id)).undoneAt, null);
});

test('times out of order, repeated, of the future, before 1970 and doubtful ones, and what is no number', async () => {
  const pointId = await makePoint(server, world, 'W-2', manual);
  const other = await makePoint(server, world, 'W-2b', manual);
  const file = [
    'Zeit;A;B',
    '27.10.2024 12:00;4,5;1', //           2
    '26.10.2024 12:00;3,5;', //            3: before the line above
    '26.10.2024 12:00;3,6;2', //           4: the same time again: wins
    '27.10.2024 02:30;9;9', //             5: the clock shows it twice
    '31.03.2024 02:30;9;9', //             6: the clock skips it
    '01.01.2031 00:00;9;9', //             7: future
    '31.12.1969 00:00;9;9', //             8: before 1970
    '32.10.2024 12:00;9;9', //             9: no date
    '28.10.2024 12:00;abc;7', //          10: one cell is no number, the other goes in
    '28.10.2024 13:00;"9;9', //           11: a quote is left open
    '28.10.2024 14:00;NAN;', //           12: says nothing
    '',
  ].join('\n');
  const { import: sent } = await fixture.upload(file);
  assert.deepEqual(
    [sent.layout.reading.separator, sent.layout.reading.decimal, sent.layout.timePattern],
    [';', ',', 'dmy'],
  );
  const columns = [
    { column: 1, pointId, name: 'level' },
    { column: 2, pointId: other, name: 'level' },
  ];
  const time = { pattern: 'dmy', timeZone: 'Europe/Berlin' };
  const checked = await fixture.check(sent.id, wideMapping(columns, time));
  assert.deepEqual(checked.counts, {
    ...noneOf,
    lines: 11,
    acceptedLines: 3,
    partLines: 1,
    refusedLines: 6,
    added: 5,
    overwritten: 0,
    unchanged: 0,
    refused: 7,
    repeated: 1,
    empty: 1,
  });
  assert.deepEqual(
    (await fixture.lines(sent.id, 'refused')).map(({ line, error }) => [line, error]),
    [
      [5, 'timeAmbiguous'],
      [6, 'timeSkipped'],
      [7, 'timeInFuture'],
      [8, 'timeTooOld'],
      [9, 'timeUnreadable'],
      [10, 'cellNotNumber'],
      [11, 'lineBroken'],
    ],
  );
  assert.deepEqual(checked.reasons['timeAmbiguous'], 1);
  assert.deepEqual(
    (await fixture.lines(sent.id, 'repeated')).map(({ line }) => line),
    [3],
  );
  await fixture.apply(sent.id);
  assert.deepEqual(
    (await fixture.rowsOf(pointId)).map(({ at: when, values }) => [when, values[0]]),
    [
      ['2024-10-26T10:00:00.000Z', 3.6],
      ['2024-10-27T11:00:00.000Z', 4.5],
    ],
  );
  // Given which of the two it is, the doubtful time is accepted.
  const later = await fixture.upload('Zeit;A\n27.10.2024 02:30;9\n28.10.2024 02:30;9\n');
  await fixture.check(
    later.import.id,
    wideMapping([{ column: 1, pointId: other, name: 'temp' }], { ...time, ambiguous: 'later' }),
  );
  assert.deepEqual(
    (await fixture.lines(later.import.id, 'added')).map((each) => each.at),
    ['2024-10-27T01:30:00.000Z', '2024-10-28T01:30:00.000Z'],
  );
});

test('raw quantities of an automated point are converted, nodes of a chain too, and judged', async () => {
  const chain = await makePoint(server, world, 'ADM-1', { family: 'deepDisplacement', mode: 5, node_count: 2 });
  const thresholds = [{ field: 'maxX', kind: 'value' as const, levels: [5, 500, null, null] }];
  await server.call(thresholdRoutes.setThresholds, { pointId: chain, thresholds }, token);
  const file = [
    '"TOA5","Site","CR300","1","OS","CPU:a.CR300","1","Tilt"',
    '"TIMESTAMP","RECORD","A(1)","A(2)","B(1)","B(2)"',
    '"TS","RN","deg","deg","deg","deg"',
    '"","","Smp","Smp","Smp","Smp"',
    '"2024-08-01 00:00:00",0,0.5,0.1,0,0',
    '"2024-08-01 01:00:00",1,0.6,0.1,"NAN",0',
    '"2024-08-01 02:00:00",2,0.7',
    '"2024-08-01 03:00:00",3,0.7,0.2,0,0',
    '',
  ].join('\r\n');
  const { import: sent } = await fixture.upload(file, 'tilt.dat');
  assert.deepEqual(
    [sent.layout.format, sent.layout.about['station'], sent.layout.columns[2]!.unit],
    ['toa5', 'Site', 'deg'],
  );
  const node = (column: number, name: string, n: number) => ({
    column,
    pointId: chain,
    kind: 'raw' as const,
    name,
    node: n,
  });
  const mapping = wideMapping([node(2, 'x', 1), node(3, 'x', 2), node(4, 'y', 1), node(5, 'y', 2)], {
    timeZone: 'UTC',
  });
  const checked = await fixture.check(sent.id, mapping);
  assert.deepEqual([checked.counts!.added, checked.counts!.refused], [3, 1]);
  assert.deepEqual(
    (await fixture.lines(sent.id, 'refused')).map(({ line, error }) => [line, error]),
    [[7, 'lineBroken']],
  );
  await fixture.apply(sent.id);
  const rows = await fixture.rowsOf(chain);
  assert.deepEqual(
    rows.map(({ raw }) => raw),
    [
      { x: [0.5, 0.1], y: [0, 0] },
      { x: [0.6, 0.1], y: [null, 0] },
      { x: [0.7, 0.2], y: [0, 0] },
    ],
  );
  const sin = (deg: number) => 1000 * Math.sin((deg * Math.PI) / 180);
  assert.ok(Math.abs(rows[0]!.values[0]! - (sin(0.5) + sin(0.1))) < 1e-5);
  // A missing node makes the record incomplete, and never 0.
  assert.deepEqual(rows[1]!.values[0], null);
  const alerts = await server.db.selectFrom('alert').select('level').where('point_id', '=', chain).execute();
  assert.ok(alerts.length > 0, 'what was imported was not judged');

  const wrong = await server.call(
    imports.check,
    {
      ...fixture.at((await fixture.upload(file, 'tilt.dat')).import.id),
      mapping: wideMapping([{ column: 2, pointId: chain, name: 'maxX' }]),
    },
    token,
  );
  assert.equal(wrong.body.error, 'templateTypeDiffers');
});
