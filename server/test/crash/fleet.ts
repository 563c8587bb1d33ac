/**
 * A corporation with a project, people, and a fleet of devices, made straight in the database: set by set, because the
 * bench wants thousands. Thresholds are told as the judge's own rules, so that whoever recomputes need not read them back.
 */
import { randomBytes } from 'node:crypto';
import type { Rule } from '@plumbline/science/limits/judge';
import type pg from 'pg';
import { hashOf } from '../../src/kernel/secrets.ts';

export interface FleetRule {
  readonly field: string;
  readonly rule: Rule;
}
export interface FleetPlan {
  readonly name: string;
  readonly devices: number;
  /** Points of each device, one per channel. */
  readonly channels: number;
  readonly family: string;
  readonly mode: number;
  readonly parameters?: Readonly<Record<string, number>>;
  readonly initialValues?: Readonly<Record<string, number>>;
  readonly structures?: number;
  rulesOf(device: number, channel: number): readonly FleetRule[];
}
export interface FleetPoint {
  readonly id: number;
  readonly channel: string;
  readonly rules: readonly (FleetRule & { readonly thresholdId: number })[];
}
export interface FleetDevice {
  readonly id: number;
  readonly sncode: string;
  readonly secret: string;
  readonly points: readonly FleetPoint[];
}
export interface Fleet {
  readonly corporationId: number;
  readonly projectId: number;
  /** Who must be told of an alert: an administrator of the corporation and an owner of the project. */
  readonly audience: readonly number[];
  /** A session of the administrator. */
  readonly token: string;
  readonly devices: readonly FleetDevice[];
}

export async function makeFleet(client: pg.Client, plan: FleetPlan): Promise<Fleet> {
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<{ id: number }>(text, values);
    return rows[0]!.id;
  };
  const now = new Date();
  await client.query('BEGIN');
  const corporationId = await one('INSERT INTO corporation (title, created_at) VALUES ($1, $2) RETURNING id', [
    plan.name,
    now,
  ]);
  const account = (name: string, type: string) =>
    one(
      `INSERT INTO account (corporation_id, name, display_name, type, password_hash, created_at) VALUES ($1, $2, $2, $3, '-', $4) RETURNING id`,
      [corporationId, name, type, now],
    );
  const admin = await account(`${plan.name}.admin`, 'Admin');
  const owner = await account(`${plan.name}.owner`, 'Normal');
  await account(`${plan.name}.outsider`, 'Normal');
  const projectId = await one(
    'INSERT INTO project (corporation_id, name, creator_id, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [corporationId, plan.name, admin, now],
  );
  await client.query(
    `INSERT INTO project_member (project_id, account_id, role_id) SELECT $1, $2, id FROM role WHERE type = 'Owner'`,
    [projectId, owner],
  );
  const token = `pls_${randomBytes(32).toString('base64url')}`;
  await client.query(
    `INSERT INTO token (hash, kind, account_id, created_at, last_seen_at, expires_at) VALUES ($1, 'session', $2, $3, $3, $3::timestamptz + interval '30 days')`,
    [hashOf(token), admin, now],
  );
  const structures: number[] = [];
  for (let i = 0; i < (plan.structures ?? 1); i++) {
    structures.push(
      await one('INSERT INTO structure (project_id, name) VALUES ($1, $2) RETURNING id', [
        projectId,
        `Section ${i + 1}`,
      ]),
    );
  }
  const devices = await makeDevices(client, plan, { corporationId, projectId, structures, now });
  await client.query('COMMIT');
  return { corporationId, projectId, audience: [admin, owner], token, devices };
}

async function makeDevices(
  client: pg.Client,
  plan: FleetPlan,
  {
    corporationId,
    projectId,
    structures,
    now,
  }: { corporationId: number; projectId: number; structures: readonly number[]; now: Date },
): Promise<FleetDevice[]> {
  const channels = Array.from({ length: plan.channels }, (_, i) => String(i + 1));
  const made = Array.from({ length: plan.devices }, (_, i) => ({
    sncode: `${plan.name}-${String(i + 1).padStart(5, '0')}`,
    secret: `pld_${randomBytes(24).toString('base64url')}`,
  }));
  const { rows: deviceRows } = await client.query<{ id: number; sncode: string }>(
    `INSERT INTO device (corporation_id, name, model, sncode, secret_hash, channels, created_at)
     SELECT $1, sncode, 'VW-8', sncode, hash, $2::jsonb, $3 FROM unnest($4::text[], $5::bytea[]) AS t(sncode, hash) RETURNING id, sncode`,
    [
      corporationId,
      JSON.stringify(channels.map((number) => ({ number, mode: plan.mode, label: '' }))),
      now,
      made.map((each) => each.sncode),
      made.map((each) => hashOf(each.secret)),
    ],
  );
  const idOf = new Map(deviceRows.map(({ id, sncode }) => [sncode, id]));
  const slots = made.flatMap(({ sncode }, device) =>
    channels.map((channel, i) => ({ device, deviceId: idOf.get(sncode)!, channel, place: i })),
  );
  const { rows: pointRows } = await client.query<{ id: number; device_id: number; channel: string }>(
    `INSERT INTO point (project_id, structure_id, name, family, mode, parameters, initial_values, interval_seconds, device_id, channel, created_at)
     SELECT $1, structure_id, 'P-' || device_id || '-' || channel, $2, $3, $4::jsonb, $5::jsonb, 60, device_id, channel, $6
     FROM unnest($7::int[], $8::int[], $9::text[]) AS t(structure_id, device_id, channel) RETURNING id, device_id, channel`,
    [
      projectId,
      plan.family,
      plan.mode,
      JSON.stringify(plan.parameters ?? {}),
      JSON.stringify(plan.initialValues ?? {}),
      now,
      slots.map((_, i) => structures[i % structures.length]!),
      slots.map((slot) => slot.deviceId),
      slots.map((slot) => slot.channel),
    ],
  );
  const pointOf = new Map(pointRows.map((row) => [`${row.device_id}/${row.channel}`, row.id]));
  const wanted = slots.flatMap(({ device, deviceId, channel, place }) =>
    plan.rulesOf(device, place).map((rule) => ({ ...rule, pointId: pointOf.get(`${deviceId}/${channel}`)! })),
  );
  const { rows: thresholds } = await client.query<{ id: number }>(
    `INSERT INTO threshold (point_id, field, kind, method, levels, base, combine, rate_levels, release_ratio, release_count, consecutive)
     SELECT "pointId", field, rule->>'kind', rule->>'method', levels, coalesce(rule->>'base', 'value'), coalesce(rule->>'combine', 'and'), rate_levels,
       coalesce((rule->>'releaseRatio')::float8, 0.95), coalesce((rule->>'releaseCount')::int, 2), coalesce((rule->>'consecutive')::int, 1)
     FROM (SELECT n, "pointId", field, rule,
         ARRAY(SELECT (v #>> '{}')::float8 FROM jsonb_array_elements(rule->'levels') WITH ORDINALITY AS e(v, i) ORDER BY i) AS levels,
         CASE WHEN rule ? 'rate' THEN ARRAY(SELECT (v #>> '{}')::float8 FROM jsonb_array_elements(rule->'rate'->'levels') WITH ORDINALITY AS e(v, i) ORDER BY i) END AS rate_levels
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS ("pointId" int, field text, rule jsonb)) WITH ORDINALITY AS t("pointId", field, rule, n)) AS told
     ORDER BY n RETURNING id`,
    [JSON.stringify(wanted)],
  );
  const rules = new Map<number, FleetPoint['rules'][number][]>();
  wanted.forEach(({ pointId, field, rule }, i) => {
    rules.set(pointId, [...(rules.get(pointId) ?? []), { field, rule, thresholdId: thresholds[i]!.id }]);
  });
  return made.map(({ sncode, secret }) => {
    const id = idOf.get(sncode)!;
    return {
      id,
      sncode,
      secret,
      points: channels.map((channel) => {
        const pointId = pointOf.get(`${id}/${channel}`)!;
        return { id: pointId, channel, rules: rules.get(pointId) ?? [] };
      }),
    };
  });
}
