/** A device behind an edge that is away: every list, count, export and page says the same of its connection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connections } from '@plumbline/contract/devices/connections';
import { devices } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { topology } from '@plumbline/contract/points/topology';
import { exports } from '@plumbline/contract/reports/exports';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { edgeLimits, edges } from '@plumbline/contract/telemetry/edges';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { firmware, firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { sendFile } from '../../../../test/pictures.ts';
import { makeDevice } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { failSilentUpgrades } from '../firmware/firmware.jobs.ts';

const [server, north] = await openWorlds(['North']);
const { corporationId, projectId } = north;
const { id: deviceId, sncode } = north.device;
const dtu = await makeDevice(server, north, [], 'DTU');
await server.db.updateTable('device').set({ dtu_id: dtu.id }).where('id', '=', deviceId).execute();
await server.db.updateTable('device').set({ register: 'R-77' }).where('id', '=', deviceId).execute();
const given = { corporationId, kind: 'edge', name: 'site', siteProjectId: projectId } as const;
const { feed, secret } = (await server.call(feeds.create, given, north.admin.token)).body;

const sign = async (online: readonly string[]) => {
  const state = { version: '1', waiting: 0, waitingSince: null, bytes: 0, maxBytes: 1, dropped: 0, refusedFull: 0 };
  const more = { damaged: 0, connected: online.length, siren: 'none', sirenSince: null } as const;
  const input = { feedKey: feed.key, sign: { ...state, ...more }, plan: '', listening: [], online: [...online] };
  assert.equal((await server.call(edges.sign, input, secret ?? '')).status, 200);
};

/** What the file of the devices of the project says. */
async function exported(token: string): Promise<string | undefined> {
  const { body } = await server.call(exports.makeRecords, { projectId, kind: 'devices', format: 'csv' }, token);
  await server.work?.settle();
  const headers = { authorization: `Bearer ${token}` };
  const file = await fetch(`${server.url}/api/projects/${projectId}/exports/${body.export.id}/file`, { headers });
  const row = (await file.text()).split('\n').find((line) => line.includes(sncode)) ?? '';
  const words = {
    Connected: 'connected',
    Unknown: 'unknown',
    'Not connected': 'notConnected',
    Connecting: 'connecting',
  };
  return Object.entries(words).find(([word]) => row.split(',').includes(word))?.[1];
}

/** What each place says of the connection of the device, by its name. */
async function everywhere(): Promise<Record<string, unknown>> {
  const token = await server.tokenFor(north.admin.id);
  const listed = (await server.call(warehouse.list, { corporationId, keyword: sncode }, token)).body.devices;
  const ofProject = (await server.call(warehouse.ofProject, { projectId }, token)).body.devices;
  const { positions } = (await server.call(warehouse.positions, { corporationId }, token)).body;
  const { nodes } = (await server.call(topology.get, { projectId }, token)).body;
  const fitting = (await server.call(firmware.fitting, { corporationId, firmwareId }, token)).body.devices;
  const { upgrades } = (await server.call(firmware.upgrades, { corporationId }, token)).body;
  const chain = (await server.call(devices.associated, { deviceId: dtu.id }, token)).body;
  return {
    device: (await server.call(devices.get, { deviceId }, token)).body.device.connection,
    register: (await server.call(connections.connectionStatus, { register: 'R-77' }, token)).body.connection,
    line: (await server.call(dialIn.get, { deviceId }, token)).body.state.connection,
    chain: chain.measuring.find(({ id }) => id === deviceId)?.connection,
    list: listed.find(({ id }) => id === deviceId)?.connection,
    ofProject: ofProject.find(({ id }) => id === deviceId)?.connection,
    map: positions.find(({ id }) => id === deviceId)?.connection,
    topology: nodes.find(({ id }) => id === `d${deviceId}`)?.connection,
    fitting: fitting.find(({ id }) => id === deviceId)?.connection,
    upgrades: upgrades.find((each) => each.deviceId === deviceId)?.connection,
    export: await exported(token),
  };
}
const counts = async () => {
  const token = await server.tokenFor(north.admin.id);
  const { connected, connectionUnknown } = (await server.call(warehouse.summary, { corporationId }, token)).body;
  const filtered = async (connection: 'connected' | 'notConnected' | 'unknown') =>
    (await server.call(warehouse.list, { corporationId, connection }, token)).body.devices.map(({ id }) => id);
  return {
    connected,
    connectionUnknown,
    filtered: [await filtered('connected'), await filtered('unknown')].map((ids) => ids.includes(deviceId)),
    isNotConnected: (await filtered('notConnected')).includes(deviceId),
  };
};
const allOf = (places: Record<string, unknown>, connection: string) =>
  assert.deepEqual(places, Object.fromEntries(Object.keys(places).map((place) => [place, connection])));

const uploaded = await sendFile(server, firmware.upload, { corporationId }, north.admin.token, {
  bytes: Buffer.from('firmware'),
  name: 'VW-8-2.0.0.0-x.hsf',
  type: 'application/octet-stream',
});
const firmwareId = uploaded.body.firmware.id;

test('while its edge is away, a device is unknown in every list, count, export and page', async () => {
  await server.db.updateTable('device').set({ longitude: 8, latitude: 47 }).where('id', '=', deviceId).execute();
  assert.equal((await server.call(firmware.upgradeDevice, { deviceId, firmwareId }, north.admin.token)).status, 200);
  await sign([sncode]);
  allOf(await everywhere(), 'connected');
  const here = { connected: 1, connectionUnknown: 0, filtered: [true, false], isNotConnected: false };
  assert.deepEqual(await counts(), here);

  server.clock.advance(edgeLimits.silentMs + 1_000);
  allOf(await everywhere(), 'unknown');
  const away = { connected: 0, connectionUnknown: 1, filtered: [false, true], isNotConnected: false };
  assert.deepEqual(await counts(), away);

  await sign([sncode]);
  allOf(await everywhere(), 'connected');

  // Three days away: an upgrade that waited for the device has not heard that it did not connect.
  server.clock.advance(firmwareLimits.openHours * 3_600_000);
  assert.equal(await failSilentUpgrades(server.db, server.clock.now()), 1);
  const { upgrades } = (await server.call(firmware.upgrades, { corporationId }, await server.tokenFor(north.admin.id)))
    .body;
  assert.deepEqual(
    upgrades.map(({ state, reason }) => [state, reason]),
    [['fail', 'edgeAway']],
  );
});

test('a device that is given back from its edge to the centre ends there, for its page and for the doctor alike', async () => {
  const token = await server.tokenFor(north.admin.id);
  const setUp = async (edge: number | null) => {
    const tcp = { host: 'logger.invalid', port: 502, edge };
    const rows = [{ unit: 1, function: 3, address: 0, type: 'int16', channel: '1', quantity: 'temperature' }] as const;
    const setup = { enabled: true, silentSeconds: 900, intervalSeconds: 600, tcp, rows: [...rows] };
    assert.equal((await server.call(dialIn.set, { deviceId, setup }, token)).status, 200);
  };
  const answers = async () => {
    const page = (await server.call(dialIn.get, { deviceId }, token)).body;
    const { findings } = (await server.call(linkDoctor.ofDevice, { deviceId }, token)).body;
    return { page: page.findings[0], doctor: findings[0]?.finding, of: page.state };
  };
  await setUp(feed.id);
  await sign([sncode]);
  const at = server.clock.now().toISOString();
  const none = { endedAt: null, endReason: null, round: null, waiting: 0, lost: 0, refused: 0 } as const;
  const lines = [{ deviceId, address: '10.0.0.9:502', connectedAt: at, lastByteAt: at, ...none }];
  assert.equal((await server.call(edges.report, { feedKey: feed.key, lines, frames: [] }, secret ?? '')).status, 200);
  const there = await answers();
  assert.deepEqual([there.of.connection, there.of.edge?.isThere], ['connected', true]);

  await setUp(null);
  const mayBe = ['unreachable', 'addressRefused'];
  for (const isAway of [false, true]) {
    if (isAway) server.clock.advance(edgeLimits.silentMs + 1_000);
    const { page, doctor, of } = await answers();
    assert.equal(of.edge, null);
    assert.ok(of.connection === 'connecting' || of.connection === 'notConnected', of.connection);
    assert.ok(mayBe.includes(page ?? '') && page === doctor, `${page} and ${doctor}`);
  }
});
