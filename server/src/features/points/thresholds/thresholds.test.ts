import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { points } from '@plumbline/contract/points/points';
import { thresholdOf, thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { sql } from 'kysely';
import type { World } from '../../../../test/harness.ts';
import { issueOf } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
let made = 0;

type Create = Parameters<typeof server.call<typeof points.create>>[1];
const make = async (input: Partial<Create> = {}) =>
  (
    await server.call(
      points.create,
      {
        projectId: north.projectId,
        structureId: north.structureId,
        name: `H-${++made}`,
        family: 'temperature',
        ...input,
      },
      north.admin.token,
    )
  ).body.measuringPoint.id;
const rule = (levels: (number | null)[], kind = 'value') => ({ field: 'temperature', kind, levels }) as never;
const set = (pointId: number, thresholds: never[]) =>
  server.call(thresholdRoutes.setThresholds, { pointId, thresholds }, north.admin.token);
const levelsOf = async (pointId: number) =>
  (await server.call(points.get, { pointId }, north.admin.token)).body.thresholds.map(({ kind, levels }) => [
    kind,
    levels,
  ]);
const batch = (rows: object[], input: object = {}) =>
  server.call(
    thresholdRoutes.batchThresholds,
    { projectId: north.projectId, rows, ...input } as never,
    north.admin.token,
  );

test('the history of limits of a point has its own acts alone, the newest first', async () => {
  const [one, other] = [await make(), await make()];
  await set(one, [rule([10, 20, null, null])]);
  await set(other, [rule([11, 21, null, null])]);
  await set(one, [rule([12, 22, null, null])]);
  const of = async (pointId: number) => {
    const { body } = await server.call(thresholdRoutes.thresholdChanges, { pointId }, north.admin.token);
    return [body.total, body.changes.map(({ after }) => after.map(({ levels }) => levels[0]))];
  };
  assert.deepEqual(await of(one), [2, [[12], [10]]]);
  assert.deepEqual(await of(other), [1, [[11]]]);
});

test('thresholds are copied to many points, or to none', async () => {
  const [source, a, b] = [await make(), await make(), await make()];
  const chain = await make({ family: 'deepDisplacement', mode: 5, nodeCount: 2, parameters: { segmentMm: 500 } });
  await set(source, [rule([30, 40, null, 60]), rule([1, 2, 3, 4], 'rate')]);
  await set(a, [rule([5, 6, 7, 8])]);
  const copy = (to: number[]) =>
    server.call(thresholdRoutes.copyThresholds, { pointId: source, to }, north.admin.token);
  const refused = await copy([a, chain, south.pointId]);
  assert.deepEqual(
    [refused.status, refused.body.error, (refused.body.detail as { problems: object[] }).problems],
    [
      400,
      'rowsRefused',
      [
        { row: 1, path: 'family', error: 'badInput', message: 'familyDiffers', code: 'custom' },
        { row: 2, path: '', error: 'notFound', detail: { pointId: south.pointId } },
      ],
    ],
  );
  assert.deepEqual(await levelsOf(a), [['value', [5, 6, 7, 8]]], 'nothing half');
  assert.deepEqual((await copy([a, b, source])).body.points, 2);
  for (const point of [a, b])
    assert.deepEqual(await levelsOf(point), [
      ['value', [30, 40, null, 60]],
      ['rate', [1, 2, 3, 4]],
    ]);
});

test('a batch replaces or adds, reports the faults of each row, and keeps the states of unchanged rules', async () => {
  const [a, b] = [await make(), await make()];
  await set(a, [rule([1, 2, 3, 4])]);
  const [stored] = await server.db.selectFrom('threshold').select('id').where('point_id', '=', a).execute();
  const rows = [
    { pointId: a, thresholds: [rule([5, null, null, null], 'rate')] },
    { pointId: b, thresholds: [rule([9, null, null, null])] },
  ];
  const dry = await batch(rows, { dryRun: true, mode: 'add' });
  assert.deepEqual([dry.body.points, dry.body.problems, await levelsOf(b)], [2, [], []]);
  await batch(rows, { mode: 'add' });
  assert.deepEqual(await levelsOf(a), [
    ['value', [1, 2, 3, 4]],
    ['rate', [5, null, null, null]],
  ]);
  const after = await server.db.selectFrom('threshold').select('id').where('point_id', '=', a).orderBy('id').execute();
  assert.equal(after[0]?.id, stored?.id);
  await batch(rows);
  assert.deepEqual(await levelsOf(a), [['rate', [5, null, null, null]]]);

  const wrong = [
    { pointId: a, thresholds: [{ field: 'level', kind: 'value', levels: [1, 2, 3, 4] }] },
    { pointId: b, thresholds: [rule([1, 2, 3, 4]), rule([2, 3, 4, 5])] },
    { pointId: b, thresholds: [] },
    { pointId: south.pointId, thresholds: [] },
  ];
  const answer = await batch(wrong, { dryRun: true });
  assert.deepEqual(
    answer.body.problems.map(({ row, path, error, message }) => [row, path, error, message]),
    [
      [0, 'thresholds.0.field', 'badInput', 'fieldUnknown'],
      [1, 'thresholds.1.field', 'badInput', 'thresholdsRepeat'],
      [3, '', 'notFound', undefined],
    ],
  );
  const refused = await batch(wrong);
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
  const descending = await batch([{ pointId: a, thresholds: [rule([4, 3, 2, 1])] }]);
  assert.deepEqual(issueOf(descending.body), ['rows.0.thresholds.0.levels', 'thresholdsNotAscending']);
  const all = await server.call(thresholdRoutes.projectThresholds, { projectId: north.projectId }, north.admin.token);
  assert.deepEqual(all.body.points.find(({ pointId }) => pointId === a)?.thresholds.length, 1);
});

test('Plumbline brings the common ratios, and they become limits by a control value', async () => {
  const { templates } = (
    await server.call(thresholdRoutes.templates, { corporationId: north.corporationId }, north.normal.token)
  ).body;
  const ratio = templates.find(({ code }) => code === 'ratioCumulative')!;
  assert.deepEqual([ratio.levels, ratio.basis, ratio.kind], [[60, 70, 85, 100], 'ratio', 'cumulative']);
  const limit = thresholdOf(ratio, { field: 'temperature', control: 20 });
  assert.deepEqual(limit.levels, [12, 14, 17, 20]);
  const pointId = await make();
  assert.equal((await set(pointId, [limit as never])).status, 200);
  const both = thresholdOf(templates.find(({ code }) => code === 'ratioBoth')!, {
    field: 'temperature',
    control: 30,
    rateControl: 3,
  });
  assert.deepEqual([both.levels, both.rateLevels, both.base], [[18, 21, 25.5, 30], [1.8, 2.1, 2.55, 3], 'cumulative']);
  assert.equal((await set(pointId, [both as never])).status, 200);
  const shipped = { corporationId: north.corporationId, templateId: ratio.id };
  const removed = await server.call(thresholdRoutes.removeTemplate, shipped, north.admin.token);
  const updated = await server.call(thresholdRoutes.updateTemplate, { ...shipped, ...own }, north.admin.token);
  assert.deepEqual([removed.body.error, updated.body.error], ['protectedRecord', 'protectedRecord']);
});

const own = {
  name: 'Top of wall',
  family: 'deepDisplacement' as const,
  field: 'maxX',
  basis: 'levels' as const,
  kind: 'cumulative' as const,
  levels: [20, 24, 28, 30],
};

test("a corporation's templates are its own", async () => {
  const { corporationId } = north;
  const create = (input: object) =>
    server.call(thresholdRoutes.createTemplate, { corporationId, ...own, ...input } as never, north.admin.token);
  const { template } = (await create({})).body;
  assert.deepEqual([template.code, template.family, template.levels], [null, 'deepDisplacement', [20, 24, 28, 30]]);
  assert.equal((await create({ name: 'TOP OF WALL' })).body.error, 'nameTaken');
  for (const [input, issue] of [
    [{ family: null }, ['family', 'required']],
    [{ field: 'level' }, ['field', 'fieldUnknown']],
    [{ basis: 'ratio', levels: [60, 70, 85, 2000] }, ['levels', 'ratioTooLarge']],
    [{ levels: [4, 3, 2, 1] }, ['levels', 'thresholdsNotAscending']],
    [{ kind: 'multi' }, ['rateLevels', 'rateLevelsNeeded']],
  ] as const)
    assert.deepEqual(issueOf((await create({ name: 'Other', ...input })).body), issue);
  const update = (templateId: number, token: string, of = corporationId) =>
    server.call(thresholdRoutes.updateTemplate, { corporationId: of, templateId, ...own, name: 'Renamed' }, token);
  assert.equal((await update(template.id, south.admin.token, south.corporationId)).body.error, 'notFound');
  assert.equal((await update(template.id, north.admin.token)).body.template.name, 'Renamed');
  const list = async (world: World) =>
    (
      await server.call(thresholdRoutes.templates, { corporationId: world.corporationId }, world.admin.token)
    ).body.templates.filter(({ code }) => code === null);
  assert.deepEqual([(await list(north)).length, (await list(south)).length], [1, 0]);
  const remove = await server.call(
    thresholdRoutes.removeTemplate,
    { corporationId, templateId: template.id },
    north.admin.token,
  );
  assert.deepEqual([remove.status, (await list(north)).length], [200, 0]);
});

test('deleting a rule locks the state of its point before the states of its rules, as the pipeline does', async () => {
  const pointId = await make();
  await set(pointId, [rule([30, null, null, null])]);
  const { id: threshold_id } = await server.db
    .selectFrom('threshold')
    .select('id')
    .where('point_id', '=', pointId)
    .executeTakeFirstOrThrow();
  const at = new Date();
  await server.db
    .insertInto('point_state')
    .values({ point_id: pointId, at, received_at: at, values: [31], level: 1 })
    .execute();
  await server.db
    .insertInto('alert_state')
    .values({ point_id: pointId, threshold_id, state: '{}', level: 1, alert_id: null })
    .execute();
  const isWaiting = async () => {
    const { rows } = await sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      server.db,
    );
    return rows.length > 0;
  };
  const deleted = await server.db.transaction().execute(async (storing) => {
    await storing.selectFrom('point_state').select('at').where('point_id', '=', pointId).forUpdate().execute();
    const answer = set(pointId, []);
    while (!(await isWaiting())) await setTimeout(5);
    // Whoever stores a reading now judges it: the states of its rules must be free.
    await storing
      .selectFrom('alert_state')
      .select('level')
      .where('point_id', '=', pointId)
      .forUpdate()
      .noWait()
      .execute();
    // In an object, since the answer comes only after this transaction.
    return { answer };
  });
  assert.equal((await deleted.answer).status, 200);
  const { level } = await server.db
    .selectFrom('point_state')
    .select('level')
    .where('point_id', '=', pointId)
    .executeTakeFirstOrThrow();
  assert.equal(level, 0);
});
