/**
 * Requests made at random from the schema of every route, now and later, by every kind of caller: whatever is sent, an answer
 * is one that the route declares, and never "unknown". `FUZZ=100000 npm test -- routes.fuzz` sends more, `FUZZ_SEED` others.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aliasRoutes } from '@plumbline/contract/kernel/aliases';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Route, sendsQuery } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import type { JsonSchema } from '../src/kernel/openapi.shape-names.ts';
import { makeAccount, makeMember, makeWorld, startServer } from './harness.ts';
import { type Ids, inputFor, jsonOf, makeIds, pathFieldsOf, send } from './route-inputs.ts';
import { dice } from './store.ts';

const total = Number(process.env['FUZZ'] ?? 2_500);
const seed = Number(process.env['FUZZ_SEED'] ?? 7);
const atOnce = 6;
/** After so many requests the world is another one: what was deleted, disabled or signed out is forgotten. */
const worldOf = 2_000;

const random = dice(seed);
const pick = <T>(list: readonly T[]): T => elementAt(list, Math.floor(random() * list.length));
const isIn = (share: number) => random() < share;

/** Routes that run in the process but wait for somebody else, or end what every other request stands on. */
const leftOut: ReadonlySet<string> = new Set(['sessions.signout', 'corporationRemoval.remove']);
const routes = Object.entries(registry).flatMap(([feature, each]) =>
  Object.entries<Route>(each)
    .filter(([name]) => !leftOut.has(`${feature}.${name}`))
    .flatMap(([name, route]) => [
      [`${feature}.${name}`, route, route] as const,
      ...aliasRoutes(route).map((alias) => [`${feature}.${name} as ${alias.path}`, route, alias] as const),
    ]),
);

const texts = [
  ...['', ' ', 'a', 'x'.repeat(300), 'x'.repeat(20_000), 'a\\', '\\x41', "a'; --", '%', '_', '"', '{', '[]', '../..'],
  ...[
    'a\u0000b',
    '\ud800',
    '\u202e',
    '\u{1F600}',
    '٣',
    '１２',
    'null',
    'NaN',
    '1e309',
    '0x1',
    '-0',
    'true',
    '=1+1',
    '<b>',
  ],
  ...[
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59+23:59',
    '2026-03-18',
    '24:00',
    '127.0.0.1',
    'a@b.c',
  ],
];
const numbers = [0, -0, -1, 1, 0.5, 1e-9, 1e308, -1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 4_294_967_296];

function anything(depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 4 : 7));
  if (kind === 0) return pick(texts);
  if (kind === 1) return pick(numbers);
  if (kind === 2) return isIn(0.5);
  if (kind === 3) return null;
  if (kind === 4) return Array.from({ length: Math.floor(random() * 4) }, () => anything(depth + 1));
  if (kind === 5) return Object.fromEntries([[pick(texts).slice(0, 20), anything(depth + 1)]]);
  return Array.from({ length: pick([0, 1, 50, 1_001]) }, () => pick(numbers));
}

/** A value of a schema's own kind that may lie beyond its bounds, or anything. */
function madeFrom(schema: JsonSchema, valid: unknown, ids: readonly number[]): unknown {
  if (isIn(0.15)) return anything();
  if (Array.isArray(valid) && isIn(0.6)) return valid.map((each) => (isIn(0.5) ? each : mutated(each, ids)));
  const options = (schema['enum'] ?? schema['examples']) as readonly unknown[] | undefined;
  if (options && isIn(0.7)) return pick(options);
  return isIn(0.4) ? valid : mutated(valid, ids);
}

function mutated(valid: unknown, ids: readonly number[]): unknown {
  if (typeof valid === 'number') return isIn(0.5) ? pick(ids) : pick(numbers);
  if (typeof valid === 'string') return isIn(0.3) ? valid : pick(texts);
  if (typeof valid === 'boolean') return isIn(0.5);
  if (Array.isArray(valid)) return pick([[], [...valid, ...valid], valid.slice(1), anything()]);
  if (typeof valid === 'object' && valid !== null)
    return Object.fromEntries(
      Object.entries(valid).map(([key, each]) => [key, isIn(0.5) ? each : isIn(0.2) ? anything() : mutated(each, ids)]),
    );
  return anything();
}

/** An input of a route with some of its fields changed, left out or added. */
function inputOf(route: Route, ids: Ids, foreign: readonly number[]): Record<string, unknown> {
  const valid = inputFor(route, ids);
  const properties = (jsonOf(route).properties ?? {}) as Record<string, JsonSchema>;
  const input: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(properties)) {
    const isLeftOut = valid[field] === undefined ? isIn(0.7) : isIn(0.05);
    if (isLeftOut) continue;
    input[field] =
      isIn(0.6) && valid[field] !== undefined ? valid[field] : madeFrom(schema, valid[field] ?? anything(), foreign);
  }
  if (isIn(0.05)) input[pick(texts).slice(0, 30) || 'x'] = anything();
  // An address holds no half of a character, and 16 kB in all; what is longer is refused by Node before it is a request.
  if (sendsQuery(route))
    for (const [field, value] of Object.entries(input))
      if (String(value).length > 1_500) input[field] = 'x'.repeat(1_500);
  for (const field of pathFieldsOf(route))
    input[field] = String(input[field] ?? 'x')
      .slice(0, 500)
      .toWellFormed();
  return input;
}

/** Errors that every route may answer with. */
const always: ReadonlySet<string> = new Set([
  ...[
    'badInput',
    'badBody',
    'tooLarge',
    'notAllowed',
    'notFound',
    'notSignedIn',
    'tokenExpired',
    'archived',
    'tooMany',
  ],
  ...['seeAsReadOnly', 'secondFactorMissing', 'protectedRecord', 'hostUnknown', 'limitReached', 'wrongPassword'],
]);

test(`${total} requests at random (seed ${seed}): every answer is declared`, {
  timeout: Math.max(600_000, total * 200),
}, async () => {
  const faults = new Map<string, string>();
  for (let sent = 0; sent < total; sent += worldOf) await fuzzWorld(Math.min(worldOf, total - sent), faults);
  assert.deepEqual([...faults.values()], [], `seed ${seed}`);
});

async function fuzzWorld(count: number, faults: Map<string, string>): Promise<void> {
  const server = await startServer();
  try {
    const [own, other] = [await makeWorld(server, 'Own'), await makeWorld(server, 'Other')];
    const ids = await makeIds(server, own);
    const foreign = [...Object.values(await makeIds(server, other)), ...Object.values(ids), 0, 999_999].flat();
    const guest = await makeAccount(server, 'Normal', own.corporationId, 'own.guest');
    await makeMember(server, own.projectId, guest.id, 'Guest');
    const manager = await makeAccount(server, 'Manager', own.corporationId, 'own.manager');
    const system = await makeAccount(server, 'System', null, 'the.system');
    const tokens = [own.admin.token, own.admin.token, manager.token, system.token, guest.token, own.normal.token];
    let left = count;
    const work = async () => {
      while (left-- > 0) {
        const [name, route, address] = pick(routes);
        if (['device', 'feed', 'vendor'].includes(route.needs)) continue;
        const input = inputOf(address, ids, foreign);
        const token = isIn(0.05) ? undefined : pick(tokens);
        const answer = await send(server.url, address, input, token).catch((error: Error) => error);
        // A download ends with the session that it belongs to, as another request may have ended it.
        if (answer instanceof Error && route.kind === 'download') continue;
        if (answer instanceof Error) {
          faults.set(
            name,
            `${name}: no answer (${answer.cause ?? answer.message}) to ${JSON.stringify(input).slice(0, 300)}`,
          );
          continue;
        }
        const { status, body } = answer;
        const isDeclared =
          status < 400 ||
          (status < 500 && body.error !== undefined) ||
          (status === 503 && (route.fails ?? []).includes(body.error as never));
        if (!isDeclared || (status >= 400 && !isNamed(route, body.error)))
          faults.set(name, `${name}: ${status} ${body.error} for ${JSON.stringify(input).slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await server.close();
  }
}

/** An error is one of those that every route has, or of those that the route names. */
const isNamed = (route: Route, error: string | undefined): boolean =>
  route.kind === 'document' ||
  (error !== undefined && (always.has(error) || (route.fails ?? []).includes(error as never)));
