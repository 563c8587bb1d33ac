/** What must be there before a route that writes can be called with success, and what its input then is. */
import { randomUUID } from 'node:crypto';
import { secondFactors } from '@plumbline/contract/people/second-factors';
import type { Fixture } from './announcements.fixtures.ts';
import { alertPreparations } from './announcements-preparations-alerts.ts';
import { conditionPreparations } from './announcements-preparations-conditions.ts';
import { certificatePreparations } from './certificate-preparations.ts';
import { consolePreparations } from './console-preparations.ts';
import { png } from './pictures.ts';
import { givePassword } from './points.fixtures.ts';
import { recipientPreparations } from './recipient-preparations.ts';
import { reportLinkPreparations, reportPreparations } from './report-preparations.ts';
import type { Input } from './route-inputs.ts';
import { challengeFor, setUp, shownCode } from './second-factors.fixtures.ts';
import { makeComposite } from './series.ts';

const picture = new File([png], 'picture.png', { type: 'image/png' });
const csv = (text: string) => new File([text], 'sheet.csv', { type: 'text/csv' });

export interface Prepared {
  readonly input?: Input;
  readonly token?: string;
  readonly file?: File;
}
type Prepare = (fixture: Fixture) => Prepared | Promise<Prepared>;

/** Calls a route first, and names what it made in a field of the input. */
const after =
  (first: string, field: string, more: Input = {}, file?: File): Prepare =>
  async ({ made }) => ({ input: { [field]: await made(first, more, file) } });
const withFile =
  (file: File): Prepare =>
  () => ({ file });
const manual = { type: 2, device_id: null, channel: null, mode: 0, family: 'waterLevel' as const };
const entry = { at: '2026-03-01T00:00:00Z', values: { level: 1.25 } };
const manualPoint: Prepare = async ({ setPoint }) => {
  await setPoint(manual);
  return {};
};
const entered: Prepare = async ({ setPoint, made }) => {
  await setPoint(manual);
  await made('imports.enter', entry);
  return {};
};
const delivered: Prepare = async ({ deliver }) => {
  await deliver();
  return {};
};
const chain: Prepare = async ({ setPoint }) => {
  await setPoint({ family: 'deepDisplacement', node_count: 2, device_id: null, channel: null });
  return {};
};
const correctionOfChain =
  (kind: string): Prepare =>
  async (fixture) => {
    await chain(fixture);
    return after(`corrections.create${kind}`, 'correctionId')(fixture);
  };
/** The user group is a member of the project. */
const groupMember: Prepare = async ({ server, world, ids }) => {
  await server.db
    .insertInto('project_group')
    .values({ project_id: world.projectId, group_id: ids.userGroupId })
    .execute();
  return {};
};
/** The device is there: it was seen just now. */
const networked: Prepare = async ({ server, world }) => {
  const row = { device_id: world.device.id, connected: true, last_seen_at: server.clock.now() };
  await server.db
    .insertInto('device_state')
    .values(row as never)
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .execute();
  return {};
};
const cancelledUpgrade = async (fixture: Fixture): Promise<number> => {
  const upgradeId = await fixture.made('firmware.upgradeDevice', (await upgradable(fixture)).input);
  await fixture.made('firmware.cancel', { upgradeId });
  return upgradeId;
};
const correction = (kind: string): Prepare => after(`corrections.create${kind}`, 'correctionId');
const firmwareFile = new File(['firmware'], 'DCT-9.1.0.0-sample.hsf', { type: 'application/octet-stream' });
const firmware = after('firmware.upload', 'firmwareId', {}, firmwareFile);
const upgradable: Prepare = async (fixture) => {
  await fixture.server.db
    .updateTable('device')
    .set({ model: 'DCT20S' })
    .where('id', '=', fixture.world.device.id)
    .execute();
  return firmware(fixture);
};
const waveformFile = csv('start,2026-03-01T00:00:00Z\r\nrate,200\r\nunit,mm/s\r\nx\r\n1\r\n2\r\n');
const drawing = (longitude: number) => JSON.stringify({ type: 'Point', coordinates: [longitude, 30.6] });
const siteFile = new File([drawing(114.3)], 'site.geojson', { type: 'application/geo+json' });
const sketch = (fill: string) =>
  new File(
    [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0L2 1" fill="${fill}"/></svg>`],
    'section.svg',
    { type: 'image/svg+xml' },
  );
const importFile = csv('time,level\r\n2026-03-01 00:00:00,1.5\r\n');
const member: Prepare = async ({ made, server, world }) => {
  await givePassword(server, world.admin.id, 'Plumb-2026');
  await made('projects.addMember', { password: 'Plumb-2026' });
  return { input: { password: 'Plumb-2026' } };
};
const password: Prepare = async ({ server, world }) => {
  await givePassword(server, world.admin.id, 'Plumb-2026');
  return { input: { password: 'Plumb-2026' } };
};
/** A plan whose round is due, with a template that asks for nothing that must be answered. */
const optional = [{ key: 'q1', kind: 'text', label: 'What was found', isRequired: false }];
const inspectionPlan = async ({ made }: Fixture): Promise<number> => {
  const templateId = await made('inspections.createTemplate', { questions: optional });
  return await made('inspections.createPlan', { templateId, unit: 'day', firstOn: '2026-03-18', at: '00:00' });
};
const begunRound = async (fixture: Fixture): Promise<number> =>
  await fixture.made('inspections.start', { planId: await inspectionPlan(fixture) });
const finishedRound = async (fixture: Fixture): Promise<number> => {
  const roundId = await begunRound(fixture);
  await fixture.made('inspections.finish', { roundId });
  return roundId;
};
const inRound: Prepare = async (fixture) => ({ input: { roundId: await begunRound(fixture), questionKey: 'q1' } });
const inspectionPhoto: Prepare = async (fixture) => {
  const where = { roundId: await begunRound(fixture), questionKey: 'q1' };
  return { input: { ...where, photoId: await fixture.made('inspections.addPhoto', where, picture) } };
};
/** The administrator has a second factor; a recovery code of it is at hand. */
const withSecondFactor = async (fixture: Fixture) => {
  await password(fixture);
  const { recoveryCodes } = await setUp(fixture.server, fixture.world.admin.token);
  return { input: { code: recoveryCodes[0] ?? '' } };
};
const migrated = after('bindings.replaceDevice', 'groupId');

/** A source of a feed that is a device. */
const assigned: Prepare = async ({ made, server, world }) => {
  const feedId = await made('feeds.create');
  const row = { feed_id: feedId, source: 'x', device_id: world.device.id };
  await server.db.insertInto('feed_device').values(row).execute();
  return { input: { feedId } };
};

/** A feed that asks a service for a stretch of time, and is off. */
const asking: Input = { kind: 'http', enabled: false, pullUrl: 'https://vendor.example/list?from={from}' };

/** By route; what is not here needs nothing. */
export const preparations: Readonly<Record<string, Prepare>> = {
  'users.importUsers': withFile(csv('Username,Display name\nwang.fang,Wang Fang\n')),
  // A group whose person learns of it.
  'userGroups.update': ({ world }) => ({ input: { userIds: [world.normal.id] } }),
  'projects.updateGroup': groupMember,
  'projects.removeGroup': groupMember,
  'corporations.update': () => ({ input: { copyright: '© North' } }),
  'corporations.setLogo': withFile(picture),
  'corporations.setFavicon': withFile(picture),
  'corporations.remove': after('corporations.create', 'corporationId', { title: 'Empty' }),
  'users.changePassword': async (fixture) => {
    await password(fixture);
    return {};
  },
  'users.update': () => ({ input: { type: 'Manager' } }),
  'users.setAvatar': withFile(picture),
  'users.revokeToken': after('users.createToken', 'tokenId'),
  'sessions.signin': async ({ server, world }) => {
    await givePassword(server, world.admin.id, 'Plumb-2026');
    return { input: { username: 'sessions.signin.admin', password: 'Plumb-2026' } };
  },
  'sessions.end': async ({ server, world }) => {
    await server.tokenFor(world.admin.id);
    const { id } = await server.db
      .selectFrom('token')
      .select('id')
      .where('account_id', '=', world.admin.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { input: { sessionId: id } };
  },
  'sessions.signinCode': async (fixture) => {
    const { code } = (await withSecondFactor(fixture)).input;
    return { input: { code, challenge: await challengeFor(fixture.server, 'sessions.signinCode.admin', '127.0.0.1') } };
  },
  'recovery.remove': password,
  'wechat.unbind': async ({ server, world }) => {
    const row = {
      account_id: world.admin.id,
      open_id: 'o',
      union_id: null,
      nickname: 'o',
      bound_at: server.clock.now(),
    };
    await server.db.insertInto('wechat_binding').values(row).execute();
    return {};
  },
  'secondFactors.begin': async (fixture) => {
    await password(fixture);
    return {};
  },
  'secondFactors.confirm': async (fixture) => {
    const { server, world } = fixture;
    await password(fixture);
    const { secret } = (await server.call(secondFactors.begin, { password: 'Plumb-2026' }, world.admin.token)).body;
    return { input: { code: shownCode(server, secret) } };
  },
  'secondFactors.renewCodes': withSecondFactor,
  'secondFactors.remove': withSecondFactor,
  'projects.setPicture': withFile(picture),
  'projects.setLogo': withFile(picture),
  'tilesets.remove': after('tilesets.add', 'tilesetId'),
  'projects.addMember': password,
  'projects.updateMember': member,
  'projects.removeMember': member,
  'structures.create': () => ({ input: { name: 'Spillway' } }),
  'structures.createItem': () => ({ input: { name: 'Section 2' } }),
  'structures.remove': after('structures.create', 'structureId', { name: 'Spillway' }),
  'structures.order': ({ ids }) => ({ input: { parentId: null, order: [ids.structureId] } }),
  'structures.setPicture': withFile(picture),
  'roles.setPermissions': member,
  'strata.set': chain,
  'photos.upload': () => ({ input: { photographedAt: '2026-03-01T00:00:00Z' }, file: picture }),
  'photos.update': after('photos.upload', 'photoId', { photographedAt: '2026-03-01T00:00:00Z' }, picture),
  'photos.remove': after('photos.upload', 'photoId', { photographedAt: '2026-03-02T00:00:00Z' }, picture),
  'inspections.updateTemplate': after('inspections.createTemplate', 'templateId'),
  'inspections.removeTemplate': after('inspections.createTemplate', 'templateId'),
  'inspections.createPlan': after('inspections.createTemplate', 'templateId'),
  'inspections.updatePlan': async (fixture) => ({
    input: {
      templateId: await fixture.made('inspections.createTemplate', { name: 'Another' }),
      planId: await inspectionPlan(fixture),
    },
  }),
  'inspections.removePlan': async (fixture) => ({ input: { planId: await inspectionPlan(fixture) } }),
  'inspections.start': async (fixture) => ({ input: { planId: await inspectionPlan(fixture) } }),
  'inspections.answer': inRound,
  'inspections.copy': async (fixture) => {
    const { db } = fixture.server;
    const last = await finishedRound(fixture);
    const { plan_id: planId } = await db
      .updateTable('inspection_round')
      .set({ due_at: new Date('2026-03-17T00:00:00Z') })
      .where('id', '=', last)
      .returning('plan_id')
      .executeTakeFirstOrThrow();
    return { input: { roundId: await fixture.made('inspections.start', { planId }) } };
  },
  'inspections.finish': inRound,
  'inspections.correct': async (fixture) => ({ input: { roundId: await finishedRound(fixture) } }),
  'inspections.addPhoto': async (fixture) => ({ ...(await inRound(fixture)), file: picture }),
  'inspections.markPhoto': inspectionPhoto,
  'inspections.removePhoto': inspectionPhoto,
  'inspections.raiseDefect': inRound,
  'inspections.updateDefect': async (fixture) => ({
    input: { defectId: await fixture.made('inspections.raiseDefect', (await inRound(fixture)).input) },
  }),
  ...recipientPreparations,
  'dialIn.remove': async ({ server, world }) => {
    const row = { device_id: world.device.id, setup: '{}', by_name: '', changed_at: server.clock.now() };
    await server.db.insertInto('dial_in').values(row).execute();
    return {};
  },
  'modbusServer.remove': async ({ server, world }) => {
    const map = { unit: 9, enabled: true, networks: '[]', keeps_stale: false, rows: '[]', by_name: '' };
    const row = { project_id: world.projectId, ...map, changed_at: server.clock.now() };
    await server.db.insertInto('modbus_map').values(row).execute();
    return {};
  },
  'frames.recordFeed': after('feeds.create', 'feedId'),
  'frames.stopFeed': after('feeds.create', 'feedId'),
  'frames.clearFeed': after('feeds.create', 'feedId'),
  'feedWaiting.retry': after('feeds.create', 'feedId'),
  'feedWaiting.discard': after('feeds.create', 'feedId'),
  'feeds.update': after('feeds.create', 'feedId'),
  'feeds.newSecret': after('feeds.create', 'feedId'),
  'feeds.remove': after('feeds.create', 'feedId'),
  'feeds.forget': after('feeds.create', 'feedId'),
  'feeds.assign': after('feeds.create', 'feedId'),
  'feeds.setFormat': assigned,
  'feeds.release': assigned,
  'feedPulls.backFill': after('feeds.create', 'feedId', asking),
  'feedPulls.quickCreate': async ({ made, world }) => ({
    input: { feedId: await made('feeds.create', asking), intoProjectId: world.projectId },
  }),
  'attachments.remove': async ({ server, world }) => {
    const at = server.clock.now();
    const row = {
      device_id: world.device.id,
      kind: 'log',
      name: 'a.log',
      size: 1,
      started_at: at,
      touched_at: at,
    } as const;
    const { id } = await server.db.insertInto('attachment').values(row).returning('id').executeTakeFirstOrThrow();
    return { input: { attachmentId: id } };
  },
  'annotations.update': after('annotations.create', 'annotationId'),
  'annotations.remove': after('annotations.create', 'annotationId'),
  'layers.upload': withFile(siteFile),
  'layers.replace': async (fixture) => ({
    ...(await after('layers.upload', 'layerId', {}, siteFile)(fixture)),
    file: new File([drawing(114.4)], 'site.geojson', { type: 'application/geo+json' }),
  }),
  'layers.update': after('layers.upload', 'layerId', {}, siteFile),
  'layers.order': async ({ made }) => ({ input: { order: [await made('layers.upload', {}, siteFile)] } }),
  'layers.remove': after('layers.upload', 'layerId', {}, siteFile),
  'drawings.upload': withFile(sketch('red')),
  'drawings.replace': async (fixture) => ({
    ...(await after('drawings.upload', 'drawingId', {}, sketch('red'))(fixture)),
    file: sketch('blue'),
  }),
  'drawings.update': after('drawings.upload', 'drawingId', {}, sketch('red')),
  'drawings.order': async ({ made }) => ({ input: { order: [await made('drawings.upload', {}, sketch('red'))] } }),
  'drawings.place': async (fixture) => {
    const prepared = await after('drawings.upload', 'drawingId', {}, sketch('red'))(fixture);
    const places = [{ pointId: fixture.ids.pointId, place: { x: 0.5, y: 0.5 } }];
    return { input: { ...prepared.input, places } };
  },
  'drawings.remove': after('drawings.upload', 'drawingId', {}, sketch('red')),
  'documents.upload': withFile(new File(['%PDF-1.4'], 'plan.pdf', { type: 'application/pdf' })),
  'documents.update': after(
    'documents.upload',
    'documentId',
    {},
    new File(['%PDF-1.4'], 'plan.pdf', { type: 'application/pdf' }),
  ),
  'documents.remove': after(
    'documents.upload',
    'documentId',
    {},
    new File(['%PDF-1.4'], 'plan.pdf', { type: 'application/pdf' }),
  ),
  'devices.remove': after('devices.create', 'deviceId', { sncode: 'SPARE-1' }),
  'intake.importSheet': withFile(csv('Serial number,Name,Model,Channels\r\nSHEET-1,Spare,DIY,1:4\r\n')),
  'bindings.migrateData': migrated,
  'bindings.cancelMigration': migrated,
  'bindings.completeMigration': migrated,
  'thresholds.copyThresholds': ({ ids }) => ({ input: { to: [ids.pointId] } }),
  'thresholds.updateTemplate': after('thresholds.createTemplate', 'templateId'),
  'thresholds.removeTemplate': after('thresholds.createTemplate', 'templateId'),
  'lifecycle.convert': async ({ setPoint }) => {
    await setPoint({ device_id: null, channel: null });
    return { input: { dryRun: false } };
  },
  'lifecycle.setImage': withFile(picture),
  'charts.updateCustomChart': after('charts.createCustomChart', 'customChartId'),
  'charts.removeCustomChart': after('charts.createCustomChart', 'customChartId'),
  'charts.updateCharacteristic': after('charts.createCharacteristic', 'characteristicId'),
  'charts.removeCharacteristic': after('charts.createCharacteristic', 'characteristicId'),
  'points.setSlaves': async ({ server, world }) => ({
    input: {
      pointId: await makeComposite(server, world, 'Sum', [['a', world.pointId]], 'a'),
      slaves: [{ pointId: world.pointId, variable: 'a' }],
    },
  }),
  'batches.batchChartSetting': ({ ids }) => ({ input: { points: [ids.pointId] } }),
  'batches.batchInterval': ({ ids }) => ({ input: { points: [ids.pointId] } }),
  'commands.setFast': after('commands.setPlan', 'planOf', {
    mode: 'UploadCollect',
    interval: 600,
    acceleration: 'fast',
  }),
  'commands.setPlans': () => ({ input: { dryRun: false } }),
  'commands.command': networked,
  'commands.debugCommand': networked,
  'commands.pointCommand': networked,
  'gateway.respond': ({ world }) => ({
    input: { sncode: world.device.sncode, commandId: randomUUID(), ok: true, text: 'done' },
    token: world.device.secret,
  }),
  'gateway.send': ({ world }) => ({
    input: { sncode: world.device.sncode, at: '2026-03-01T00:00:00Z', channels: { 1: { temperature: 20 } } },
    token: world.device.secret,
  }),
  'gateway.sendWaveform': async ({ world, setPoint }) => {
    await setPoint({ family: 'vibration' });
    const [at, axes] = ['2026-03-01T00:00:00Z', { x: [1, 2] }];
    const input = { sncode: world.device.sncode, channel: '1', at, rateHz: 200, unit: 'mm/s', axes };
    return { input, token: world.device.secret };
  },
  'waveforms.upload': async ({ setPoint }) => {
    await setPoint({ family: 'vibration' });
    return { file: waveformFile };
  },
  'waveforms.remove': async (fixture) => {
    await fixture.setPoint({ family: 'vibration' });
    return after('waveforms.upload', 'waveformId', {}, waveformFile)(fixture);
  },
  'firmware.upload': withFile(firmwareFile),
  'firmware.update': firmware,
  'firmware.remove': firmware,
  'firmware.upgrade': async (fixture) => ({
    input: { ...(await upgradable(fixture)).input, dryRun: false, deviceIds: [fixture.ids.deviceId] },
  }),
  'firmware.upgradeDevice': upgradable,
  'firmware.cancel': async (fixture) => ({
    input: { upgradeId: await fixture.made('firmware.upgradeDevice', (await upgradable(fixture)).input) },
  }),
  'firmware.retry': async (fixture) => ({ input: { upgradeId: await cancelledUpgrade(fixture) } }),
  'firmware.retryMany': async (fixture) => ({ input: { upgradeIds: [await cancelledUpgrade(fixture)] } }),
  'firmware.cancelMany': async (fixture) => ({
    input: { upgradeIds: [await fixture.made('firmware.upgradeDevice', (await upgradable(fixture)).input)] },
  }),
  'corrections.updateShift': correction('Shift'),
  'corrections.removeShift': correction('Shift'),
  'corrections.updateInitshift': correction('Initshift'),
  'corrections.removeInitshift': correction('Initshift'),
  'corrections.createTopshift': chain,
  'corrections.updateTopshift': correctionOfChain('Topshift'),
  'corrections.removeTopshift': correctionOfChain('Topshift'),
  'corrections.createBasenode': chain,
  'corrections.updateBasenode': correctionOfChain('Basenode'),
  'corrections.removeBasenode': correctionOfChain('Basenode'),
  'history.delete': delivered,
  'history.flag': delivered,
  'history.undo': async ({ deliver, call, server, ids }) => {
    await deliver();
    await call('history.delete');
    const { id } = await server.db
      .selectFrom('series_change')
      .select('id')
      .where('project_id', '=', ids.projectId)
      .executeTakeFirstOrThrow();
    return { input: { changeId: id } };
  },
  'imports.enter': manualPoint,
  'imports.enterBatch': manualPoint,
  'imports.importProbe': async ({ setPoint }) => {
    const parameters = JSON.stringify({ segmentMm: 500 });
    await setPoint({ ...manual, family: 'deepDisplacement', node_count: 2, parameters });
    return {};
  },
  'imports.updateEntry': async (fixture) => {
    await entered(fixture);
    return { input: { ...entry, values: { level: 1.5 } } };
  },
  'imports.removeEntry': entered,
  'imports.upload': withFile(importFile),
  'imports.check': async (fixture) => {
    await fixture.setPoint(manual);
    return after('imports.upload', 'importId', {}, importFile)(fixture);
  },
  'imports.discard': after('imports.upload', 'importId', {}, importFile),
  'imports.makePoints': async (fixture) => {
    const rows = [{ name: 'GWM-7', family: 'waterLevel', structureId: fixture.ids.structureId }];
    return { ...(await after('imports.upload', 'importId', {}, importFile)(fixture)), input: { rows } };
  },
  'imports.saveMapping': manualPoint,
  'imports.removeMapping': async (fixture) => {
    await fixture.setPoint(manual);
    return after('imports.saveMapping', 'mappingId')(fixture);
  },
  'dashboards.update': after('dashboards.create', 'dashboardId'),
  'dashboards.remove': after('dashboards.create', 'dashboardId'),
  'exports.make': delivered,
  'exports.repeat': after('exports.makeRecords', 'exportId'),
  'exports.remove': async (fixture) => {
    await fixture.deliver();
    const prepared = await after('exports.make', 'exportId')(fixture);
    await fixture.server.db.updateTable('task').set({ state: 'done' }).where('kind', '<>', 'none').execute();
    return prepared;
  },
  ...alertPreparations,
  ...certificatePreparations,
  ...consolePreparations,
  ...conditionPreparations,
  ...reportPreparations,
  ...reportLinkPreparations,
  'reportTemplates.update': after('reportTemplates.create', 'templateId'),
  'reportTemplates.verify': after('reportTemplates.create', 'templateId'),
  'reportTemplates.remove': after('reportTemplates.create', 'templateId'),
  'periodReports.updateSchedule': after('periodReports.createSchedule', 'scheduleId'),
  'periodReports.removeSchedule': after('periodReports.createSchedule', 'scheduleId'),
  'periodReports.remove': async (fixture) => {
    const prepared = await after('periodReports.make', 'reportId')(fixture);
    await fixture.server.db.updateTable('report').set({ status: 'Done' }).execute();
    return prepared;
  },
};
