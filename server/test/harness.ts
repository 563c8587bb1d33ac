/**
 * A server for one test file: real HTTP on loopback, a real database, a clock that stands still until told, and a
 * small world of two corporations to stand in. Nothing is mocked.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountType, RoleType } from '@plumbline/contract/kernel/permissions';
import { pino } from 'pino';
import type { Base } from '../src/app.base.ts';
import { openServer } from '../src/app.ts';
import { hashOf } from '../src/features/people/sessions/sessions.api.ts';
import { testClock } from '../src/kernel/clock.ts';
import { readConfig } from '../src/kernel/config.ts';
import type { Db } from '../src/kernel/context.ts';
import { openDatabase, requestLimits } from '../src/kernel/db.ts';
import { openListener } from '../src/kernel/listen.ts';
import type { WorkContext } from '../src/kernel/work.context.ts';
import { callerOf } from './calls.ts';
import { freshDatabase } from './database.ts';
import { trackNotifications } from './notifications.ts';
import { useManualSchedule } from './ticks.ts';

/** `through` gives another way to the database than the direct one. With DATABASE_URL in `env`: one more process on that database. `lines` takes its log. */
export async function startServer(
  env: Record<string, string> = {},
  start: Date | string = '2026-03-18T06:00:00Z',
  through: (url: string) => Promise<string> = async (url) => url,
  lines?: string[],
) {
  const shared = env['DATABASE_URL'];
  const database = shared ? { url: shared, drop: async () => undefined } : await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
  const log = lines
    ? pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    : pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination(2));
  const clock = testClock(start);
  const url = await through(database.url);
  const config = readConfig({
    DATA_DIR: folder,
    MQTT_PORT: 'off',
    PORT: '0',
    DATABASE_URL: url,
    DEMO: '0',
    ...env,
  });
  const base: Base = {
    config: { ...config, databaseUrl: url },
    clock,
    log,
    database: openDatabase(url, 8, log, requestLimits(config.databaseTimeoutMs)),
    listener: await openListener(url, log, config.databaseTimeoutMs),
  };
  const { chooseSchedules, scheduleNames, tick } = useManualSchedule();
  const server = await openServer(base, { chooseSchedules });
  const { app } = server;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  server.addresses.http = address;
  const stopTracking = trackNotifications(base);

  const { services, lifecycle } = server.access;
  return {
    ...base,
    ...server,
    /** What handlers of events, tasks and schedules find in their context. */
    context: { services, lifecycle, sockets: server.sockets } satisfies WorkContext,
    clock,
    url: address,
    db: base.database.db,
    call: callerOf(address),
    /** Runs a schedule by its name, once, to its end: none runs by itself. */
    tick,
    scheduleNames,
    /** A session token for an account, without going through sign-in. */
    tokenFor: (accountId: number) => tokenFor(base.database.db, clock.now(), accountId),
    async close() {
      stopTracking();
      await server.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof startServer>>;

async function tokenFor(db: Db, now: Date, accountId: number): Promise<string> {
  const token = `plt_${randomBytes(16).toString('hex')}`;
  const year = new Date(now.getTime() + 365 * 86_400_000);
  await db
    .insertInto('token')
    .values({
      hash: hashOf(token),
      kind: 'session',
      account_id: accountId,
      created_at: now,
      last_seen_at: now,
      expires_at: year,
    })
    .execute();
  return token;
}

/** Makes an account straight in the database; its password cannot be used. */
export async function makeAccount(server: TestServer, type: AccountType, corporationId: number | null, name: string) {
  const { id } = await server.db
    .insertInto('account')
    .values({
      corporation_id: type === 'System' ? null : corporationId,
      name,
      display_name: name,
      type,
      password_hash: '-',
      avatar: null,
      disabled_at: null,
      created_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token: await server.tokenFor(id) };
}

/** Gives an account a fixed role in a project. */
export async function makeMember(
  server: TestServer,
  projectId: number,
  accountId: number,
  type: Exclude<RoleType, 'Custom'>,
) {
  const role = await server.db.selectFrom('role').select('id').where('type', '=', type).executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_member')
    .values({ project_id: projectId, account_id: accountId, role_id: role.id })
    .execute();
}

/**
 * One corporation with an Admin, a project, a structure with an item, a device with channel 1, a point bound to it and
 * an alert: enough for every route to have something to stand on.
 */
export async function makeWorld(server: TestServer, title: string) {
  const { db } = server;
  const now = server.clock.now();
  const corporation = await db
    .insertInto('corporation')
    .values({ title, logo: null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const admin = await makeAccount(server, 'Admin', corporation.id, `${title}.admin`);
  const normal = await makeAccount(server, 'Normal', corporation.id, `${title}.normal`);
  const project = await db
    .insertInto('project')
    .values({
      corporation_id: corporation.id,
      name: `${title} project`,
      longitude: 114,
      latitude: 30,
      picture: null,
      creator_id: admin.id,
      archived_at: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const structure = await db
    .insertInto('structure')
    .values({
      project_id: project.id,
      parent_id: null,
      name: 'Main dam',
      longitude: null,
      latitude: null,
      picture: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('structure')
    .values({
      project_id: project.id,
      parent_id: structure.id,
      name: 'Section 1',
      longitude: null,
      latitude: null,
      picture: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secret = `pld_${randomBytes(24).toString('base64url')}`;
  const device = await db
    .insertInto('device')
    .values({
      corporation_id: corporation.id,
      name: 'Logger',
      model: 'VW-8',
      sncode: `SN-${randomBytes(4).toString('hex')}`,
      measurement: null,
      secret_hash: hashOf(secret),
      channels: JSON.stringify([{ number: '1', mode: 4, label: '' }]),
      created_at: now,
    })
    .returning(['id', 'sncode'])
    .executeTakeFirstOrThrow();
  const point = await db
    .insertInto('point')
    .values({
      project_id: project.id,
      structure_id: structure.id,
      name: 'T-1',
      family: 'temperature',
      mode: 4,
      longitude: null,
      latitude: null,
      device_id: device.id,
      channel: '1',
      archived_at: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const alert = await db
    .insertInto('alert')
    .values({
      project_id: project.id,
      structure_id: structure.id,
      point_id: point.id,
      threshold_id: null,
      field: 'temperature',
      kind: 'value',
      measure: 'value',
      unit: '°C',
      level: 2,
      value: 41,
      threshold: 40,
      levels: [30, 40, 50, 60],
      reading_at: now,
      received_at: now,
      raised_at: now,
      last_value: 41,
      last_at: now,
      released_at: null,
      settled_at: null,
      settled_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Of a kind that nothing handles: it waits for ever.
  const task = await db
    .insertInto('task')
    .values({
      kind: 'none',
      corporation_id: corporation.id,
      project_id: project.id,
      account_id: admin.id,
      cursor: null,
      error: null,
      error_detail: null,
      created_at: now,
      started_at: null,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    corporationId: corporation.id,
    admin,
    normal,
    projectId: project.id,
    structureId: structure.id,
    itemId: item.id,
    device: { ...device, secret },
    pointId: point.id,
    alertId: alert.id,
    taskId: task.id,
  };
}
export type World = Awaited<ReturnType<typeof makeWorld>>;
