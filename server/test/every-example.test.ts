/** The examples of the contract are true: each is sent, about things of a world made for it, and does what it is an example of. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { errors } from '@plumbline/contract/kernel/errors';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import type { z } from 'zod';
import { makeAccount, makeWorld, startServer, type TestServer } from './harness.ts';
import { inputInWorld, makeIds, send } from './route-inputs.ts';

/** Examples that name what a new world does not have, each with what the call answers then: reviewed by hand. */
const reviewedFile = new URL('./reviewed/examples.txt', import.meta.url);
let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.close());

const examples = Object.entries(registry as Record<string, Record<string, Route>>).flatMap(([feature, routes]) =>
  Object.entries(routes).flatMap(([name, route]) =>
    route.example === undefined ? [] : [[`${feature}.${name}`, route] as const],
  ),
);

/** What a session of a person can be an example of: the others are sent by devices, feeds and vendors with secrets of their own. */
const isOfPeople = ({ needs, kind }: Route) => !['device', 'feed', 'vendor'].includes(needs) && kind !== 'upload';

/** `ok`, or the error with what it is about: a bad input by its message, which is never one of the schema. */
async function outcomeOf(name: string, route: Route, operator: string): Promise<string> {
  const world = await makeWorld(server, name.replace(/\W/g, ' ').slice(-36));
  const ids = await makeIds(server, world);
  const input = inputInWorld(route, ids);
  const first = await send(server.url, route, input, world.admin.token);
  const answer = first.body.error === 'notAllowed' ? await send(server.url, route, input, operator) : first;
  if (answer.status < 300) return 'ok';
  const { error, detail } = answer.body as { error?: string; detail?: unknown };
  if (error === undefined || !Object.hasOwn(errors, error) || answer.status >= 500)
    return `wrong ${answer.status} ${error}`;
  if (error !== 'badInput') return error;
  const messages = (detail as { message: string }[]).map(({ message }) => message);
  return `${messages.some((each) => each.includes(' ')) ? 'wrong ' : ''}badInput ${[...new Set(messages)].join(' ')}`;
}

test('every example of the contract is taken by the schema of its route', () => {
  for (const [name, route] of examples) {
    const { success, error } = (route.input as unknown as z.ZodType).safeParse(route.example);
    assert.ok(success, `${name} ${error}`);
  }
});

test('every example of the contract does what it says', async () => {
  const operator = (await makeAccount(server, 'System', null, 'operator')).token;
  const outcomes: string[] = [];
  for (const [name, route] of examples) {
    if (!isOfPeople(route)) continue;
    const outcome = await outcomeOf(name, route, operator);
    if (outcome !== 'ok') outcomes.push(`${name} | ${outcome}`);
  }
  const text = `${outcomes.join('\n')}\n`;
  if (process.env['REVIEWED'] === 'write') writeFileSync(reviewedFile, text);
  assert.deepEqual(
    outcomes.filter((each) => each.includes('| wrong ')),
    [],
  );
  assert.equal(text, readFileSync(reviewedFile, 'utf8'));
});
