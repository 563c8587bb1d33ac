import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import { makeAccount, type World } from '../../../../test/harness.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
let system: { id: number; token: string };
before(async () => {
  system = await makeAccount(server, 'System', null, 'root');
});

const bytes = randomBytes(3000);
async function bring(
  name: string,
  {
    body = bytes,
    world = north,
    token = world.admin.token,
    query = '',
  }: { body?: Buffer; world?: World; token?: string; query?: string } = {},
): Promise<{ status: number; body: Record<string, never> & { error?: string; detail?: Record<string, unknown> } }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(body)], { type: 'application/octet-stream' }), name);
  const response = await fetch(`${server.url}/api/corporations/${world.corporationId}/firmware${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as never };
}
const idOf = (answer: { body: unknown }) => (answer.body as { firmware: { id: number } }).firmware.id;
const namesFor = async (world: World) =>
  (await server.call(firmware.list, { corporationId: world.corporationId }, world.admin.token)).body.firmware.map(
    ({ name }) => name,
  );

test('a firmware file is what its name says, with size and digest', async () => {
  const { status, body } = await bring('VW-8-1.2.0.0-first.hsf', { query: '?notice=Better%20clock' });
  assert.equal(status, 200, JSON.stringify(body));
  const { firmware: made } = body as unknown as { firmware: Record<string, unknown> };
  assert.deepEqual(
    [made['type'], made['version'], made['note'], made['notice'], made['size'], made['sha256'], made['shared']],
    ['VW-8', '1.2.0.0', 'first', 'Better clock', 3000, createHash('sha256').update(bytes).digest('hex'), false],
  );
  const file = await fetch(
    `${server.url}/api/corporations/${north.corporationId}/firmware/${String(made['id'])}/file`,
    { headers: { authorization: `Bearer ${north.admin.token}` } },
  );
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes);
});

test('another name, an empty file and one too many are refused by name and leave nothing', async () => {
  const cases: [string, number, string][] = [
    ['VW-8-1.2.0.0-first.bin', 415, 'fileFormat'],
    ['VW-8-1.3.0.0-my note.hsf', 400, 'firmwareNameBlank'],
    ['VW-8-1.3.0.0-正式.hsf', 400, 'firmwareNameLetters'],
    ['VW-8-1.3-x.hsf', 400, 'firmwareNameInvalid'],
    ['VW-8-1.2.0.0-again.hsf', 409, 'firmwareExists'],
    ['vw-8-01.2.0.0-again.hsf', 409, 'firmwareExists'],
  ];
  for (const [name, status, error] of cases) {
    const answer = await bring(name);
    assert.deepEqual([answer.status, answer.body.error], [status, error], name);
  }
  assert.equal((await bring('VW-8-1.4.0.0-empty.hsf', { body: Buffer.alloc(0) })).body.error, 'fileDamaged');
  const twice = await Promise.all(['a', 'b'].map((note) => bring(`VW-8-2.0.0.0-${note}.hsf`)));
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409], 'at the same time too');
  const files = await server.db.selectFrom('stored_file').select('id').execute();
  const rows = await server.db.selectFrom('firmware').select('file_id').execute();
  assert.deepEqual(files.map(({ id }) => id).sort(), rows.map(({ file_id }) => file_id).sort());
});

test('a corporation sees its own and that of the installation, which only a System account brings', async () => {
  assert.equal((await bring('DCT-1.0.0.0-all.hsf', { query: '?shared=yes' })).body.error, 'notAllowed');
  const shared = await bring('DCT-1.0.0.0-all.hsf', { token: system.token, query: '?shared=yes' });
  assert.equal(shared.status, 200, JSON.stringify(shared.body));
  assert.deepEqual(await namesFor(south), ['DCT-1.0.0.0-all.hsf']);
  assert.ok((await namesFor(north)).includes('VW-8-1.2.0.0-first.hsf'));
  assert.equal((await bring('dct-1.0.0.0-own.hsf', { world: south })).body.error, 'firmwareExists');
  const one = { corporationId: south.corporationId, firmwareId: idOf(shared) };
  for (const call of [
    server.call(firmware.update, { ...one, notice: 'x' }, south.admin.token),
    server.call(firmware.remove, one, south.admin.token),
  ])
    assert.equal((await call).body.error, 'notAllowed');
  const foreign = { corporationId: south.corporationId, firmwareId: idOf(await bring('VW-8-3.0.0.0-n.hsf')) };
  for (const call of [
    server.call(firmware.update, { ...foreign, notice: 'x' }, south.admin.token),
    server.call(firmware.remove, foreign, south.admin.token),
    server.call(firmware.fitting, foreign, south.admin.token),
    server.call(
      firmware.upgradeDevice,
      { deviceId: south.device.id, firmwareId: foreign.firmwareId },
      south.admin.token,
    ),
  ])
    assert.equal((await call).body.error, 'notFound');
});

test('versions are in order of their numbers; notes are written anew; counts by type', async () => {
  await bring('VW-8-10.0.0.0-x.hsf');
  await bring('VW-8-9.0.0.0-x.hsf');
  const { body } = await server.call(
    firmware.list,
    { corporationId: north.corporationId, type: 'vw-8' },
    north.admin.token,
  );
  const versions = body.firmware.map(({ version }) => version);
  assert.deepEqual(versions.slice(0, 3), ['10.0.0.0', '9.0.0.0', '3.0.0.0']);
  const one = { corporationId: north.corporationId, firmwareId: body.firmware[0]!.id };
  const written = await server.call(firmware.update, { ...one, notice: '修复时钟' }, north.admin.token);
  assert.equal(written.body.firmware.notice, '修复时钟');
  await server.db
    .updateTable('device')
    .set({ config: JSON.stringify({ firmwareVersion: '9.0.0.0' }) })
    .where('id', '=', north.device.id)
    .execute();
  const { types } = (await server.call(firmware.types, { corporationId: north.corporationId }, north.admin.token)).body;
  const vw = types.find(({ type }) => type === 'VW-8')!;
  assert.deepEqual(
    [vw.newest, vw.devices, vw.behind, vw.running],
    ['10.0.0.0', 1, 1, [{ version: '9.0.0.0', devices: 1 }]],
  );
});

test('firmware goes to a host of its model or its series, and to no other', async () => {
  const device = async (model: string) =>
    (
      await server.db
        .insertInto('device')
        .values({
          corporation_id: north.corporationId,
          name: model,
          model,
          sncode: `F-${randomBytes(4).toString('hex')}`,
          measurement: null,
          secret_hash: Buffer.alloc(32),
          channels: '[]',
          created_at: server.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  // A displacement transducer has no firmware version, whatever it is called.
  const [dct8, dct20, dtu, plain] = [
    await device('dct-8'),
    await device('DCT20S'),
    await device('DTU-2'),
    await device('DT-4'),
  ];
  const series = idOf(await bring('DCT-2.0.0.0-series.hsf'));
  const model = idOf(await bring('DCT20S-2.0.0.0-model.hsf'));
  const sensor = idOf(await bring('DT-4-2.0.0.0-model.hsf'));
  const corporationId = north.corporationId;
  const fitting = async (firmwareId: number) =>
    (await server.call(firmware.fitting, { corporationId, firmwareId }, north.admin.token)).body.devices.map(
      ({ id }) => id,
    );
  assert.deepEqual((await fitting(series)).sort(), [dct8, dct20].sort());
  assert.deepEqual(await fitting(model), [dct20]);
  assert.deepEqual(await fitting(sensor), []);
  const refused = await server.call(firmware.upgradeDevice, { deviceId: dtu, firmwareId: series }, north.admin.token);
  assert.deepEqual([refused.status, refused.body.error], [409, 'firmwareHostMismatch']);
  const deviceIds = [dct8, dtu, south.device.id, dct20, dct20, plain];
  const dry = await server.call(
    firmware.upgrade,
    { corporationId, firmwareId: series, deviceIds, dryRun: true },
    north.admin.token,
  );
  const problems = [
    [1, 'firmwareHostMismatch'],
    [2, 'notFound'],
    [4, 'upgradeOpen'],
    [5, 'firmwareHostMismatch'],
  ];
  assert.deepEqual(
    dry.body.problems.map(({ row, error }) => [row, error]),
    problems,
  );
  const all = await server.call(firmware.upgrade, { corporationId, firmwareId: series, deviceIds }, north.admin.token);
  assert.deepEqual([all.status, all.body.error], [400, 'rowsRefused']);
  const none = await server.db.selectFrom('firmware_upgrade').select('id').execute();
  assert.deepEqual(none, [], 'none of them began');
  const good = await server.call(
    firmware.upgrade,
    { corporationId, firmwareId: series, deviceIds: [dct8, dct20] },
    north.admin.token,
  );
  assert.equal(good.body.count, 2);
  const again = await server.call(firmware.upgradeDevice, { deviceId: dct20, firmwareId: model }, north.admin.token);
  assert.equal(again.body.error, 'upgradeOpen');
  const remove = await server.call(firmware.remove, { corporationId, firmwareId: series }, north.admin.token);
  assert.deepEqual([remove.body.error, remove.body.detail], ['firmwareInUse', { inProgress: 2 }]);

  const { upgrades, counts } = (await server.call(firmware.upgrades, { corporationId }, north.admin.token)).body;
  assert.deepEqual([upgrades.length, counts.inProgress], [2, 2]);
  const upgradeIds = upgrades.map(({ id }) => id);
  const foreign = await server.call(
    firmware.cancelMany,
    { corporationId: south.corporationId, upgradeIds },
    south.admin.token,
  );
  assert.deepEqual(
    [foreign.body.error, (foreign.body.detail as { problems: unknown[] }).problems.length],
    ['rowsRefused', 2],
  );
  const cancelled = await server.call(firmware.cancelMany, { corporationId, upgradeIds }, north.admin.token);
  assert.equal(cancelled.body.count, 2);
  const twice = await server.call(
    firmware.cancel,
    { deviceId: upgrades[0]!.deviceId, upgradeId: upgrades[0]!.id },
    north.admin.token,
  );
  assert.equal(twice.body.error, 'upgradeOver');
  // What was cancelled may be tried again; then an older one may not.
  const retried = await server.call(firmware.retryMany, { corporationId, upgradeIds }, north.admin.token);
  assert.equal(retried.body.count, 2);
  const old = await server.call(firmware.retryMany, { corporationId, upgradeIds }, north.admin.token);
  assert.equal(old.body.error, 'rowsRefused');
  const next = (await server.call(firmware.ofDevice, { deviceId: dct8 }, north.admin.token)).body.upgrades;
  assert.deepEqual(
    next.map(({ state, attempt, last }) => [state, attempt, last]),
    [
      ['inProgress', 2, true],
      ['cancelled', 1, false],
    ],
  );
  await server.call(
    firmware.cancelMany,
    { corporationId, upgradeIds: next.slice(0, 1).map(({ id }) => id) },
    north.admin.token,
  );
  const last = (await server.call(firmware.ofDevice, { deviceId: dct20 }, north.admin.token)).body.upgrades[0]!;
  await server.call(firmware.cancel, { deviceId: dct20, upgradeId: last.id }, north.admin.token);
  // The history stays when the firmware goes; it cannot be tried again then.
  const gone = await server.call(firmware.remove, { corporationId, firmwareId: series }, north.admin.token);
  assert.equal(gone.status, 200);
  const stored = (await server.call(firmware.ofDevice, { deviceId: dct20 }, north.admin.token)).body.upgrades[0]!;
  assert.deepEqual([stored.firmwareId, stored.type, stored.version], [null, 'DCT', '2.0.0.0']);
  const late = await server.call(firmware.retry, { deviceId: dct20, upgradeId: stored.id }, north.admin.token);
  assert.equal(late.body.error, 'firmwareGone');
});

test('a thousand devices are upgraded at once', async () => {
  const corporationId = south.corporationId;
  await server.db
    .insertInto('device')
    .values(
      Array.from({ length: 1000 }, (_, i) => ({
        corporation_id: corporationId,
        name: `Logger ${i}`,
        model: 'DCT-8',
        sncode: `M-${i}`,
        measurement: null,
        secret_hash: Buffer.alloc(32),
        channels: '[]',
        created_at: server.clock.now(),
      })),
    )
    .execute();
  const firmwareId = idOf(await bring('DCT-8-4.0.0.0-x.hsf', { world: south }));
  const fits = (await server.call(firmware.fitting, { corporationId, firmwareId }, south.admin.token)).body;
  assert.deepEqual([fits.total, fits.devices.length], [1000, 1000]);
  const deviceIds = fits.devices.map(({ id }) => id);
  const statements = await statementsOf(async () => {
    const input = { corporationId, firmwareId, deviceIds };
    assert.equal((await server.call(firmware.upgrade, input, south.admin.token)).body.count, 1000);
  });
  assert.ok(statements < 50, `${statements} statements`);
  const page = (await server.call(firmware.upgrades, { corporationId, pageSize: 200 }, south.admin.token)).body;
  assert.deepEqual([page.total, page.upgrades.length], [1000, 200]);
});
