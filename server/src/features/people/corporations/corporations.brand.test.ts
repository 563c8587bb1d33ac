/** How the product looks for a corporation, which modules are open to it, and how much it may have. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { corporations as routes } from '@plumbline/contract/people/corporations';
import { sessions } from '@plumbline/contract/people/sessions';
import { points } from '@plumbline/contract/points/points';
import { documents } from '@plumbline/contract/site/documents';
import { io } from 'socket.io-client';
import { makeAccount } from '../../../../test/harness.ts';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
let system: { id: number; token: string };
before(async () => {
  system = await makeAccount(server, 'System', null, 'brand.system');
});
const { corporationId } = north;
const picture = { bytes: png, name: 'logo.png', type: 'image/png' };

/** What the sign-in page is told at a host name. */
const brandAt = async (host: string) =>
  (await server.app.inject({ method: 'GET', url: '/api/login-info', headers: { host } })).json().brand;
const sessionOf = async (token: string) => (await server.call(sessions.session, {}, token)).body.corporation;

test('logo, favicon and name are those of the corporation, for its people and at its host name alone', async () => {
  const { token } = north.admin;
  assert.equal((await sendFile(server, routes.setLogo, { corporationId }, token, picture)).status, 200);
  assert.equal((await sendFile(server, routes.setFavicon, { corporationId }, token, picture)).status, 200);
  await server.call(routes.update, { corporationId, productName: 'Dam Watch', copyright: '© North' }, token);
  const own = await sessionOf(north.normal.token);
  assert.deepEqual([own?.productName, own?.copyright], ['Dam Watch', '© North']);
  assert.match(own?.logo ?? '', /^f[\da-f]{32}$/);
  assert.equal((await sessionOf(south.admin.token))?.productName, '');
  // A file is loaded without a token, as an <img> does.
  const shown = await fetchFile(server, `/brand/${own?.logo}`, '');
  assert.deepEqual([shown.status, shown.type, shown.bytes], [200, 'image/png', png]);
  assert.equal(await brandAt('dam.north.example'), null);
  const host = 'Dam.North.example';
  assert.equal((await server.call(routes.setTerms, { corporationId, host }, token)).status, 403);
  const set = await server.call(routes.setTerms, { corporationId, host }, system.token);
  assert.equal(set.body.corporation.host, 'dam.north.example');
  assert.deepEqual(await brandAt('DAM.north.example:8080'), {
    productName: 'Dam Watch',
    copyright: '© North',
    logo: own?.logo,
    favicon: own?.favicon,
  });
  assert.equal(await brandAt('south.example'), null);
  const duplicate = await server.call(routes.setTerms, { corporationId: south.corporationId, host }, system.token);
  assert.equal(duplicate.body.error, 'nameTaken');
});

test('a replaced logo is gone, and no other file is served to strangers', async () => {
  const { token } = north.admin;
  const before = (await sessionOf(token))?.logo;
  await sendFile(server, routes.setLogo, { corporationId }, token, picture);
  assert.equal((await fetchFile(server, `/brand/${before}`, '')).status, 404);
  const { projectId } = north;
  const file = { bytes: png, name: 'plan.png', type: 'image/png' };
  const upload = await sendFile(server, documents.upload, { projectId, kind: 'other' }, token, file);
  assert.equal(upload.status, 200, JSON.stringify(upload.body));
  const other = await server.db.selectFrom('document').select('file_id').executeTakeFirstOrThrow();
  assert.equal((await fetchFile(server, `/brand/${other.file_id}`, '')).status, 404);
  const svg = { bytes: Buffer.from('<svg onload="alert(1)"/>'), name: 'a.svg', type: 'image/png' };
  assert.equal((await sendFile(server, routes.setLogo, { corporationId }, token, svg)).status, 415);
  assert.equal((await server.call(routes.removeLogo, { corporationId }, token)).status, 200);
  assert.equal((await sessionOf(token))?.logo, null);
});

test('open pages of the corporation are told at once, in whatever project, and nobody else', async () => {
  const listenAs = async (token: string) => {
    const socket = io(`${server.url}/notification`, { auth: { token }, transports: ['websocket'], forceNew: true });
    after(() => void socket.close());
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const received: unknown[] = [];
    socket.on('CORPORATION_CHANGED', (change: unknown) => received.push(change));
    return { socket, received };
  };
  const own = await listenAs(north.normal.token);
  const other = await listenAs(south.admin.token);
  const next = new Promise((resolve) => own.socket.once('CORPORATION_CHANGED', resolve));
  await server.call(routes.update, { corporationId, productName: 'Dam Watch 2' }, north.admin.token);
  await next;
  assert.deepEqual(other.received, []);
});

test('a module that is switched off is refused by its name, and open again at once', async () => {
  const { token } = north.admin;
  const setProcessing = () => server.call(points.setProcessing, { pointId: north.pointId, filters: [] }, token);
  assert.equal((await setProcessing()).status, 200, 'open where nobody has said anything');
  await server.call(routes.update, { corporationId, flags: { activeDataProcess: false } }, token);
  const refused = await setProcessing();
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.detail],
    [403, 'moduleOff', { flag: 'activeDataProcess' }],
  );
  const elsewhere = { pointId: south.pointId, filters: [] };
  assert.equal((await server.call(points.setProcessing, elsewhere, south.admin.token)).status, 200);
  await server.call(routes.update, { corporationId, flags: { activeDataProcess: true } }, token);
  assert.equal((await setProcessing()).status, 200);
});

test('limits hold for points, devices and files; what is there already stays; others are not touched', async () => {
  const { token } = north.admin;
  const used = (await server.call(routes.use, { corporationId }, token)).body;
  assert.deepEqual([used.points, used.devices], [1, 1]);
  assert.ok(used.storageBytes > 0);
  const limits = { points: 2, devices: 1, storageBytes: used.storageBytes };
  assert.equal((await server.call(routes.setTerms, { corporationId, limits }, token)).status, 403);
  await server.call(routes.setTerms, { corporationId, limits }, system.token);
  const addPoint = (name: string) => {
    const { projectId, structureId } = north;
    return server.call(points.create, { projectId, structureId, name, family: 'temperature', mode: 4 }, token);
  };
  // Two at once: one is counted after the other.
  const both = await Promise.all([addPoint('L-1'), addPoint('L-2')]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const refused = both.find(({ status }) => status === 409)?.body;
  assert.deepEqual([refused?.error, refused?.detail], ['limitReached', { fault: 'points', max: 2 }]);
  const device = { corporationId, name: 'One more', model: 'DIY', sncode: 'LIMIT-1', channels: [] };
  assert.equal((await server.call(devices.create, device, token)).body.error, 'limitReached');
  const upload = await sendFile(server, routes.setLogo, { corporationId }, token, picture);
  assert.deepEqual([upload.status, upload.body.error], [409, 'limitReached']);
  const { projectId, structureId } = south;
  const more = { projectId, structureId, name: 'L-3', family: 'temperature' as const, mode: 4 };
  assert.equal((await server.call(points.create, more, south.admin.token)).status, 200);
  const none = { points: null, devices: null, storageBytes: null };
  await server.call(routes.setTerms, { corporationId, limits: none }, system.token);
  assert.equal((await addPoint('L-4')).status, 200);
});
