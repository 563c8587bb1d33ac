import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batches } from '@plumbline/contract/points/batches';
import { bindings as bindingRoutes } from '@plumbline/contract/points/bindings';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { addReading, issueOf, takeConversions } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { conversionsOf } from '../bindings/bindings.conversions.api.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { ROLES: 'web' });
let made = 0;

type Create = Parameters<typeof server.call<typeof points.create>>[1];
const create = (input: Partial<Create>) =>
  server.call(
    points.create,
    {
      projectId: north.projectId,
      structureId: north.structureId,
      name: `K-${++made}`,
      family: 'temperature',
      ...input,
    },
    north.admin.token,
  );
const make = async (input: Partial<Create> = {}) => (await create(input)).body.measuringPoint;
const mean = (...of: number[]) => ({
  type: 1,
  slaves: of.map((pointId, i) => ({ pointId, variable: `t${i + 1}` })),
  customFormula: { temperature: of.map((_, i) => `t${i + 1}`).join(' + ') },
});
const convert = (pointId: number, input: object) =>
  server.call(lifecycle.convert, { pointId, ...input } as never, north.admin.token);
const setSlaves = (pointId: number, input: object) =>
  server.call(points.setSlaves, { pointId, ...input } as never, north.admin.token);

test('a composite is a formula over its slaves and its own parameters', async () => {
  const [a, b] = [await make(), await make({ family: 'waterLevel', mainField: 'temp' })];
  const { status, body } = await create({
    type: 1,
    slaves: [
      { pointId: a.id, variable: 'air' },
      { pointId: b.id, variable: 'water' },
      { pointId: b.id, variable: 'level', field: 'level' },
    ],
    parameters: { half: 0.5 },
    customFormula: { temperature: '(air + water) * half + 0 * level' },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const point = body.measuringPoint;
  assert.deepEqual([point.type, point.mode, point.formulaType], [1, 0, 'CUSTOM_FORMULA']);
  assert.deepEqual(point.slaves, [
    { pointId: a.id, variable: 'air', field: 'temperature' },
    { pointId: b.id, variable: 'water', field: 'temp' },
    { pointId: b.id, variable: 'level', field: 'level' },
  ]);

  const wrong: [Partial<Create>, [string, string]][] = [
    [{ slaves: [] }, ['slaves', 'required']],
    [{ slaves: [{ pointId: a.id }] }, ['slaves.0.variable', 'required']],
    [{ slaves: [{ pointId: south.pointId, variable: 't1' }] }, ['slaves.0.pointId', 'slaveUnknown']],
    [{ slaves: [{ pointId: 999_999, variable: 't1' }] }, ['slaves.0.pointId', 'slaveUnknown']],
    [{ slaves: [{ pointId: a.id, variable: 't1', field: 'level' }] }, ['slaves.0.field', 'fieldUnknown']],
    [
      {
        slaves: [
          { pointId: a.id, variable: 't1' },
          { pointId: a.id, variable: 't2', field: 'temperature' },
        ],
      },
      ['slaves.1.pointId', 'slavesRepeat'],
    ],
    [
      {
        slaves: [
          { pointId: a.id, variable: 't1' },
          { pointId: b.id, variable: 't1' },
        ],
      },
      ['slaves.1.variable', 'variablesRepeat'],
    ],
    [{ parameters: { t1: 3 } }, ['slaves.0.variable', 'variablesRepeat']],
    [{ formulaType: 'SYSTEM_FORMULA' }, ['formulaType', 'formulaOfComposite']],
    [{ customFormula: {} }, ['customFormula', 'required']],
  ];
  for (const [input, issue] of wrong) {
    const answer = await create({ ...mean(a.id), ...input });
    assert.deepEqual([answer.status, answer.body.error, ...issueOf(answer.body)], [400, 'badInput', ...issue]);
  }
  const illegal = await create({ ...mean(a.id), customFormula: { temperature: 't1 + t9' } });
  assert.deepEqual(
    [illegal.body.error, illegal.body.detail],
    ['formulaIllegal', { field: 'temperature', at: 5, reason: 'unknownName' }],
  );
});

test('composites never read themselves, by whatever way', async () => {
  const a = await make();
  const first = await make(mean(a.id));
  const second = await make(mean(first.id));
  const third = await make(mean(second.id, a.id));
  for (const [slave, message] of [
    [first.id, 'slaveItself'],
    [second.id, 'slaveCycle'],
    [third.id, 'slaveCycle'],
  ] as const) {
    const answer = await setSlaves(first.id, { slaves: [{ pointId: slave, variable: 't1' }] });
    assert.deepEqual([answer.status, ...issueOf(answer.body)], [400, 'slaves.0.pointId', message]);
  }
  await takeConversions(server);
  const right = await setSlaves(third.id, {
    slaves: [{ pointId: first.id, variable: 'f' }],
    customFormula: { temperature: 'f * 2' },
    reason: 'less of it',
  });
  assert.deepEqual(right.body.measuringPoint.slaves, [{ pointId: first.id, variable: 'f', field: 'temperature' }]);
  const [event, ...more] = await takeConversions(server);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [
      event?.pointId,
      event?.fromMs,
      event?.scope,
      event?.reason,
      (event?.after as { customFormula?: object } | undefined)?.customFormula,
    ],
    [third.id, null, 'values', 'less of it', { temperature: 'f * 2' }],
  );
  const plain = await setSlaves(a.id, { slaves: [{ pointId: first.id, variable: 'f' }] });
  assert.deepEqual([plain.status, plain.body.error], [409, 'kindUnsuitable']);
});

/** Settings of a master of a and b that do not fit, and what is said of each. */
function masterFaults(a: number, b: number): [object, [string, string]][] {
  const of = (master: object) => ({
    slaves: [{ pointId: a }, { pointId: b }],
    master: { fixedPointId: null, lengthsMm: [], ...master },
  });
  return [
    [of({ chainagesM: [0] }), ['master.chainagesM', 'lengthsOfSlaves']],
    [of({ chainagesM: [4, 4] }), ['master.chainagesM', 'chainagesAscend']],
    [of({ turningPointIds: [a] }), ['master.turningPointIds.0', 'slaveUnknown']],
    [of({ chords: [{ from: a, to: a }] }), ['master.chords.0', 'chordsRepeat']],
    [
      of({
        chords: [
          { from: a, to: b },
          { from: b, to: a },
        ],
      }),
      ['master.chords.1', 'chordsRepeat'],
    ],
  ];
}

test("a master's slaves are in order, none repeats and none is a master", async () => {
  const [a, b] = [await make(), await make()];
  const { status, body } = await create({
    type: 3,
    slaves: [{ pointId: b.id }, { pointId: a.id }],
    master: { fixedPointId: a.id, lengthsMm: [1000, 2000] },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const master = body.measuringPoint;
  assert.deepEqual(
    [master.slaves, master.master, master.mode],
    [
      [{ pointId: b.id }, { pointId: a.id }],
      {
        fixedPointId: a.id,
        lengthsMm: [1000, 2000],
        chainagesM: [],
        turningPointIds: [],
        closing: null,
        chords: null,
        referenceLine: null,
      },
      0,
    ],
  );
  const wrong: [object, [string, string]][] = [
    [{ slaves: [{ pointId: a.id }, { pointId: a.id }] }, ['slaves.1.pointId', 'slavesRepeat']],
    [{ slaves: [{ pointId: master.id }] }, ['slaves.0.pointId', 'slaveItself']],
    [{ slaves: [{ pointId: south.pointId }] }, ['slaves.0.pointId', 'slaveUnknown']],
    [
      { slaves: [{ pointId: b.id }], master: { fixedPointId: a.id, lengthsMm: [] } },
      ['master.fixedPointId', 'slaveUnknown'],
    ],
    [
      { slaves: [{ pointId: b.id }], master: { fixedPointId: null, lengthsMm: [1, 2] } },
      ['master.lengthsMm', 'lengthsOfSlaves'],
    ],
    ...masterFaults(a.id, b.id),
  ];
  for (const [input, issue] of wrong)
    assert.deepEqual(issueOf((await setSlaves(master.id, input)).body), issue, JSON.stringify(input));
  for (const type of [1, 3]) {
    const answer = await create({
      type,
      slaves: [{ pointId: master.id, variable: 'm' }],
      ...(type === 1 && { customFormula: { temperature: 'm' } }),
    });
    assert.deepEqual(issueOf(answer.body), ['slaves.0.pointId', 'slaveIsMaster']);
  }
  const level = await make({ family: 'waterLevel' });
  const mixed = { slaves: [{ pointId: a.id }, { pointId: level.id }], master: null };
  assert.deepEqual(issueOf((await setSlaves(master.id, mixed)).body), ['slaves.1.pointId', 'slaveFamilyDiffers']);
  const bare = await setSlaves(master.id, { slaves: [{ pointId: b.id }], master: null });
  assert.equal(bare.body.measuringPoint.master, null);
});

test('the old single creation of a manual point is rejected; it measures nothing by itself', async () => {
  const old = await create({ type: 2 });
  assert.deepEqual([old.status, old.body.error], [409, 'batchCreationOnly']);
  const one = await server.call(
    batches.batchCreate,
    {
      projectId: north.projectId,
      rows: [{ name: 'By hand', family: 'crack', type: 2, structureId: north.structureId }],
    },
    north.admin.token,
  );
  const pointId = one.body.pointIds[0]!;
  const { body } = await server.call(points.get, { pointId }, north.admin.token);
  assert.deepEqual([body.measuringPoint.type, body.measuringPoint.mode], [2, 0]);
  const bound = await server.call(
    bindingRoutes.bind,
    { pointId, measuringDeviceId: north.device.id },
    north.admin.token,
  );
  assert.deepEqual([bound.status, bound.body.error], [409, 'kindUnsuitable']);
  for (const input of [
    { mode: 4 },
    { parameters: { K: 1 } },
    { customFormula: { opening: '1' } },
    { formulaType: 'CUSTOM_FORMULA' as const },
  ]) {
    const answer = await server.call(points.update, { pointId, ...input }, north.admin.token);
    assert.deepEqual(issueOf(answer.body), [Object.keys(input)[0], 'formulaOfKind']);
  }
});

test('a point becomes another kind, and what is lost is said', async () => {
  const point = await make({
    family: 'waterLevel',
    mode: 1,
    parameters: { K: 0.1, f0: 2900 },
    timedPhotographing: ['06:00'],
  });
  const preview = await convert(point.id, { type: 2, dryRun: true });
  assert.deepEqual(preview.body.lost, ['mode', 'parameters', 'timedPhotographing']);
  assert.equal(preview.body.measuringPoint.type, 0, 'a dry run changes nothing');
  const manual = (await convert(point.id, { type: 2 })).body.measuringPoint;
  assert.deepEqual([manual.type, manual.mode, manual.parameters, manual.timedPhotographing], [2, 0, {}, []]);
  const back = await convert(point.id, { type: 0, mode: 1 });
  assert.deepEqual(issueOf(back.body), ['parameters.K', 'required'], 'what a sensor needs must be said');
  const again = await convert(point.id, { type: 0, mode: 1, parameters: { K: 0.2, f0: 2900 } });
  assert.deepEqual([again.body.measuringPoint.type, again.body.lost], [0, []]);
  const a = await make();
  const composite = await convert(point.id, {
    type: 1,
    slaves: [{ pointId: a.id, variable: 'a' }],
    customFormula: { temp: 'a' },
  });
  assert.deepEqual([composite.body.measuringPoint.type, composite.body.lost], [1, ['mode', 'parameters']]);
  const itself = await convert(a.id, {
    type: 1,
    slaves: [{ pointId: point.id, variable: 'p', field: 'temp' }],
    customFormula: { temperature: 'p' },
  });
  assert.deepEqual(issueOf(itself.body), ['slaves.0.pointId', 'slaveCycle']);
  const plain = await convert(point.id, { type: 2 });
  assert.deepEqual(plain.body.lost, ['customFormula', 'slaves', 'formulaType']);
  const master = await make({ type: 3, slaves: [{ pointId: a.id }] });
  assert.equal((await convert(master.id, { type: 0 })).body.error, 'kindUnsuitable');
});

test('a bound point asks to be unbound before it is converted', async () => {
  const answer = await convert(north.pointId, { type: 2 });
  assert.deepEqual(
    [answer.status, answer.body.error, answer.body.detail],
    [409, 'pointBound', { name: 'T-1', sncode: north.device.sncode, channelNo: '1' }],
  );
});

test('readings keep the meaning under which they were stored', async () => {
  const point = await make({ parameters: {}, mode: 4 });
  await addReading(server, point.id, [12]);
  const a = await make();
  const refused = await convert(point.id, { ...mean(a.id) });
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.detail],
    [409, 'pointHasReadings', { name: point.name }],
  );
  await takeConversions(server);
  server.clock.advance(60_000);
  const at = server.clock.now().getTime();
  assert.equal((await convert(point.id, { type: 2 })).status, 200);
  const periods = (await conversionsOf(server.db, [point.id])).get(point.id)!;
  assert.deepEqual(
    periods.map(({ fromMs, toMs, type, mode }) => [fromMs, toMs, type, mode]),
    [
      [Number.NEGATIVE_INFINITY, at, 0, 4],
      [at, Number.POSITIVE_INFINITY, 2, 0],
    ],
  );
  const [event] = await takeConversions(server);
  assert.deepEqual([event?.fromMs, event?.after], [at, { type: 2, mode: 0 }]);
});
