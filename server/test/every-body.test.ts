/**
 * What a hostile body costs, at every route that reads one, now and later: deep, wide, illegal, packed; sent by nobody, by a
 * Guest and by an account without a project. Processor time is that of this process, so that a busy machine changes nothing.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Route, sendsQuery } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { makeAccount, makeMember } from './harness.ts';
import { fieldsOf, makeIds, pathFieldsOf } from './route-inputs.ts';
import { openWorlds } from './worlds.ts';

/** Milliseconds of the processor, the least of three tries: what one request may take before it is refused. */
const budgetMs = 150;
/** By how much the memory of the process may have grown when all were sent. */
const memoryMb = 400;

const [server, world] = await openWorlds(['Bodies']);
const ids: Readonly<Record<string, unknown>> = { ...(await makeIds(server, world)) };
const guest = await makeAccount(server, 'Normal', world.corporationId, 'bodies.guest');
await makeMember(server, world.projectId, guest.id, 'Guest');
const callers = [
  ['nobody', null],
  ['a Guest', guest.token],
  ['an account without a project', world.normal.token],
] as const;

const routes = Object.entries(registry).flatMap(([feature, each]) =>
  Object.entries<Route>(each)
    .filter(([, route]) => !sendsQuery(route) && route.method !== 'GET' && route.kind !== 'upload')
    .map(([name, route]) => [`${feature}.${name}`, route] as const),
);

const illegal = '"\\u0000"';
const nested = (depth: number, inner: string) => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
const list = (count: number, each: string) => `[${Array.from({ length: count }, () => each).join(',')}]`;

/** Bodies of a hostile sender: a value for a field that no route has, and for each that this one has. */
const values: Readonly<Record<string, string>> = {
  'too deep': nested(2_000, illegal),
  'as deep as is read': nested(28, list(4_000, illegal)),
  wide: list(12_000, '1'),
  'wide with objects': list(6_000, '{"a":1}'),
  'wide with illegal texts': list(8_000, illegal),
  'of many unknown fields': `{${Array.from({ length: 6_000 }, (_, i) => `"f${i}":{}`).join(',')}}`,
  long: `"${'x'.repeat(900_000)}"`,
};

/** Each route gets every eleventh of the bodies, and neighbours get others. BODY_STRIDE=1: each gets all of them. */
const stride = Number(process.env['BODY_STRIDE'] ?? 11);

const bomb = gzipSync(Buffer.from(`{"rows":${list(1_000_000, '{}')}}`));

interface Body {
  readonly what: string;
  readonly packed: boolean;
  /** Made when it is sent: few of them are, and each is large. */
  readonly make: () => Buffer;
}

function bodiesOf(route: Route): Body[] {
  const fields = fieldsOf(route).filter((field) => !pathFieldsOf(route).includes(field));
  const bodies = Object.entries(values).flatMap(([what, value]): Body[] => [
    { what, packed: false, make: () => Buffer.from(`{"x":${value}}`) },
    // The long one once: a request has a megabyte.
    ...(fields.length > 0 && what !== 'long'
      ? [{ what: `${what}, in each field`, packed: false, make: () => Buffer.from(inEach(fields, value)) }]
      : []),
  ]);
  return [...bodies, { what: 'packed', packed: true, make: () => bomb }];
}

/** As many fields as a megabyte holds. */
function inEach(fields: readonly string[], value: string): string {
  const count = Math.max(1, Math.floor(900_000 / (value.length + 40)));
  return `{${fields
    .slice(0, count)
    .map((field) => `${JSON.stringify(field)}:${value}`)
    .join(',')}}`;
}

const pathOf = ({ path }: Route) => path.replace(/\{(\w+)\}/g, (_, name: string) => String([ids[name]].flat()[0] ?? 1));

async function send(route: Route, token: string | null, body: Buffer, packed: boolean) {
  const before = process.cpuUsage();
  const response = await fetch(`${server.url}/api${pathOf(route)}`, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(packed && { 'content-encoding': 'gzip' }),
    },
    body: new Uint8Array(body),
  });
  await response.arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  return { status: response.status, ms: (user + system) / 1000 };
}

test('a hostile body costs little at every route, whoever sends it', async () => {
  const startMb = process.memoryUsage().rss / 1e6;
  const faults: string[] = [];
  for (const [place, [name, route]] of routes.entries())
    for (const [who, token] of callers) {
      // Without a token a body is never read where one is needed: one is enough.
      const isRead = token !== null || route.needs === 'anyone';
      const every = bodiesOf(route);
      const step = Math.min(stride, every.length);
      const bodies = every.filter((_, i) => (isRead ? (i + place) % step === 0 : i === 0));
      for (const { what, packed, make } of bodies) {
        const body = make();
        const tries = [await send(route, token, body, packed)];
        while ((tries.at(-1)?.ms ?? 0) > budgetMs && tries.length < 3)
          tries.push(await send(route, token, body, packed));
        const [{ status = 0 } = {}] = tries;
        const ms = Math.min(...tries.map((each) => each.ms));
        if (ms > budgetMs) faults.push(`${name}, ${what}, by ${who}: ${Math.round(ms)} ms`);
        if (status < 400 || status >= 500) faults.push(`${name}, ${what}, by ${who}: ${status}`);
      }
    }
  assert.deepEqual(faults, []);
  const grownMb = process.memoryUsage().rss / 1e6 - startMb;
  assert.ok(grownMb < memoryMb, `${Math.round(grownMb)} MB more`);
});
