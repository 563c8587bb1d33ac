/** Inputs for any route of the contract, made from its example or its schema, standing in a world of the harness. */

import type { Address } from '@plumbline/contract/kernel/aliases';
import { type Route, sendsQuery } from '@plumbline/contract/kernel/route';
import type { FeedConfig } from '@plumbline/contract/telemetry/feeds.pulls';
import { z } from 'zod';
import type { JsonSchema } from '../src/kernel/openapi.shape-names.ts';
import { exampleOf } from '../src/kernel/schema-example.ts';
import type { TestServer, World } from './harness.ts';
import { makeRows } from './route-rows.ts';

export type Input = Record<string, unknown>;

/** Ids of things of a corporation by the name of the input field, and the thing's id in one world. */
export interface Ids {
  readonly corporationId: number;
  readonly userId: number;
  readonly roleId: number;
  readonly userGroupId: number;
  readonly projectId: number;
  readonly structureId: number;
  readonly deviceId: number;
  readonly measuringDeviceId: number;
  readonly pointId: number;
  readonly pointIds: number[];
  readonly alertId: number;
  readonly alertIds: number[];
  readonly taskId: number;
  /** Records that an address may name alone. */
  readonly alertRuleId?: number;
  readonly customChartId?: number;
  readonly templateId?: number;
  readonly attachmentId?: number;
  readonly feedId?: number;
  readonly channelId?: number;
  readonly reportId?: number;
  readonly roundId?: number;
  /** Feeds that are listed as something else than `feedId`. */
  readonly huasiMeasureSyncFeedId?: number;
  readonly stationFeedId?: number;
}

export const jsonOf = (route: Route): JsonSchema =>
  z.toJSONSchema(route.input as unknown as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

export const fieldsOf = (route: Route) => Object.keys((jsonOf(route).properties ?? {}) as object);
export const pathFieldsOf = (route: Route) => [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
export const asQuery = sendsQuery;

/** An input that the route takes, about things of one world. */
export function inputFor(route: Address, ids: Ids): Input {
  const schema = jsonOf(route);
  const made = exampleOf(schema, (schema.$defs ?? {}) as Record<string, JsonSchema>) as Input;
  const input: Input = { ...made, ...((route.example ?? {}) as Input) };
  for (const [field, id] of Object.entries(ids))
    if (typeof input[field] === 'number' || Array.isArray(input[field])) input[field] = id;
  const config = route.fixes?.['config'] as FeedConfig | undefined;
  if (config && config !== 'apidata' && 'feedId' in input) input['feedId'] = ids[`${config}FeedId`];
  // The row says it: that is the way to be tried.
  if (route.row && route.within) delete input[route.within];
  return input;
}

/** Ids of the world in place of the example's, in whatever depth. A list of steps: an example is a few levels deep. */
function inWorld(value: unknown, ids: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => inWorld(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const isId = typeof each === 'number' || (Array.isArray(each) && each.every((one) => typeof one === 'number'));
      return [key, isId && Object.hasOwn(ids, key) ? ids[key] : inWorld(each, ids)];
    }),
  );
}

/** An input about things of one world, also where its example names them deep inside. */
export const inputInWorld = (route: Address, ids: Ids): Input =>
  inWorld(inputFor(route, ids), { ...ids, manualPointId: ids.pointId, withPointId: ids.pointId }) as Input;

/** What may be wrong with a value: each is tried until the schema refuses one. */
const wrongInBody = [{ nonsense: [] }, 'nonsense', -1.5, null, [null], 'x'.repeat(5000)];
const wrongInAddress = ['nonsense', '-1', 'x'.repeat(5000), '%%'];

/** Inputs that break the schema in one place each, by what is wrong with them. */
export function brokenInputs(route: Route, valid: Input): { what: string; input: Input }[] {
  const schema = route.input as unknown as z.ZodType;
  const inPath = pathFieldsOf(route);
  const broken: { what: string; input: Input }[] = [];
  for (const field of fieldsOf(route)) {
    const { [field]: _, ...without } = valid;
    // Who names no corporation means their own.
    const isOwn = route.ownCorporation === true && field === 'corporationId';
    if (!isOwn && !inPath.includes(field) && !schema.safeParse(without).success)
      broken.push({ what: `without ${field}`, input: without });
    const candidates = inPath.includes(field) || asQuery(route) ? wrongInAddress : wrongInBody;
    const wrong = candidates
      .map((value) => ({ ...valid, [field]: value }))
      .find(
        (input) => !schema.safeParse(input).success && !(inPath.includes(field) && String(input[field]).length > 100),
      );
    if (wrong) broken.push({ what: `${field} = ${JSON.stringify(wrong[field]).slice(0, 40)}`, input: wrong });
  }
  return broken;
}

/** Parts that are sent beside an input: another file, fields in the query, a field in the form. */
export interface Beside {
  readonly file?: File;
  readonly query?: Readonly<Record<string, string>> | readonly [string, string][];
  readonly form?: string;
}

/** Sends an input as the browser would, without asking whether it is valid. */
export async function send(url: string, route: Route, input: Input, token?: string, beside: Beside = {}) {
  const rest = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]));
    delete rest[field];
    return value;
  });
  const query = new URLSearchParams([
    ...Object.entries(asQuery(route) ? rest : {}).map(([key, value]): [string, string] => [key, String(value)]),
    ...(Array.isArray(beside.query) ? beside.query : Object.entries(beside.query ?? {})),
  ]);
  const response = await fetch(`${url}/api${path}?${query}`, {
    method: route.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(!asQuery(route) && route.kind !== 'upload' && { 'content-type': 'application/json' }),
    },
    ...(route.kind === 'upload' && { body: formOf(beside.file ?? aFile(route), beside.form) }),
    ...(!asQuery(route) && { body: JSON.stringify(rest) }),
  });
  const text = await response.text();
  return { status: response.status, body: readJson(text) };
}

const aFile = (route: Route) => new File(['not really'], 'file', { type: route.upload?.types[0] ?? 'text/plain' });

function formOf(file: File, field?: string): FormData {
  const form = new FormData();
  if (field !== undefined) form.append(field, '1');
  form.append('file', file);
  return form;
}

function readJson(text: string): { error?: string; code?: number; [key: string]: unknown } {
  try {
    return JSON.parse(text);
  } catch {
    return { error: `no JSON: ${text.slice(0, 60)}` };
  }
}

/** Makes the records that the fields of a route may name in a world, with a role of its own. */
export async function makeIds({ db }: Pick<TestServer, 'db'>, world: World) {
  const role = await db
    .insertInto('role')
    .values({ corporation_id: world.corporationId, type: 'Custom', name: 'Own', permissions: [] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = await db
    .insertInto('user_group')
    .values({ corporation_id: world.corporationId, name: 'Own', created_at: new Date(0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    corporationId: world.corporationId,
    userId: world.normal.id,
    roleId: role.id,
    userGroupId: group.id,
    projectId: world.projectId,
    structureId: world.structureId,
    deviceId: world.device.id,
    measuringDeviceId: world.device.id,
    pointId: world.pointId,
    pointIds: [world.pointId],
    alertId: world.alertId,
    alertIds: [world.alertId],
    taskId: world.taskId,
    ...(await makeRows(db, world)),
  };
}
