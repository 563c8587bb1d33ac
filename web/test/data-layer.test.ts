/** What a write, an event or a task changes is read again by tags: nothing more, nothing less, and nothing that is gone. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { Failure } from '@plumbline/contract/kernel/errors';
import { eventChanges } from '@plumbline/contract/kernel/events';
import { taskChanges } from '@plumbline/contract/kernel/tags';
import { corporations } from '@plumbline/contract/people/corporations';
import { points } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { projects } from '@plumbline/contract/site/projects';
import { QueryObserver } from '@tanstack/react-query';
import words from '../src/languages/en/platform/tasks.json' with { type: 'json' };

const stored = new Map<string, string>();
const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
};
Object.assign(globalThis, { localStorage: storage, sessionStorage: storage });
const { concerns, keyOf, queryClient, queryFor, readAgain } = await import('../src/kernel/queries.ts');
const { inOrder, write } = await import('../src/kernel/writes.ts');

/** Requests in order, and how the next ones end. */
let requests: string[] = [];
let answers: (() => Response)[] = [];
const answer = () => Response.json({});
beforeEach(() => {
  requests = [];
  answers = [];
  globalThis.fetch = async (address, init) => {
    requests.push(`${init?.method ?? 'GET'} ${String(address).replace('./api', '')}`);
    return (answers.shift() ?? answer)();
  };
});

const open: (() => void)[] = [];
/** As a page that shows it: read at once, and watched until the test ends. */
async function show(query: { readonly queryKey: readonly unknown[] }): Promise<void> {
  const observer = new QueryObserver(queryClient, { ...query, retry: false } as never);
  open.push(observer.subscribe(() => undefined));
  await observer.fetchOptimistic({ ...query, retry: false } as never);
}
afterEach(() => {
  for (const close of open.splice(0)) close();
  queryClient.clear();
});
/** Resolves when what was caused has begun: requests end at once here, so that each step takes a turn or two. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
}

test('a write reads again what shows what it changes, and nothing else', async () => {
  await show(queryFor(thresholds.templates, { corporationId: 1 }));
  await show(queryFor(projects.tree, { projectId: 1 }));
  requests = [];
  await write(thresholds.removeTemplate, { corporationId: 1, templateId: 7 });
  assert.deepEqual(requests, [
    'DELETE /corporations/1/threshold-templates/7',
    'GET /corporations/1/threshold-templates',
  ]);
});

test('a first answer that a change overtakes is read again once it is there', async () => {
  const { promise: sent, resolve: land } = Promise.withResolvers<Response>();
  globalThis.fetch = async (address) => {
    requests.push(String(address).replace('./api', ''));
    return requests.length === 1 ? sent : Response.json({ templates: ['new'] });
  };
  const shown = show(queryFor(thresholds.templates, { corporationId: 1 }));
  const changes = [1, 2].map(() => readAgain({ tags: ['template'] }));
  await settled();
  assert.deepEqual(requests, ['/corporations/1/threshold-templates']);
  land(Response.json({ templates: ['old'] }));
  await Promise.all([shown, ...changes]);
  const { queryKey } = queryFor(thresholds.templates, { corporationId: 1 });
  assert.deepEqual(queryClient.getQueryData(queryKey), { templates: ['new'] });
});

test('the record that a write removed is not read again', async () => {
  await show(queryFor(corporations.get, { corporationId: 5 }));
  await show(queryFor(corporations.get, { corporationId: 6 }));
  requests = [];
  await write(corporations.remove, { corporationId: 5 });
  assert.deepEqual(requests, ['DELETE /corporations/5', 'GET /corporations/6']);
});

test('a refusal that others caused reads again; one for bad input does not', async () => {
  await show(queryFor(alerts.get, { alertId: 3 }));
  const settle = () => write(alerts.setStatus, { alertId: 3, status: 'Confirm' });
  const refusal = (error: string, status: number) => () => Response.json({ error, code: 1 }, { status });
  requests = [];
  answers = [refusal('alertSettled', 409)];
  await assert.rejects(settle(), Failure);
  await settled();
  assert.deepEqual(requests, ['PATCH /alerts/3/status', 'GET /alerts/3']);
  requests = [];
  answers = [refusal('badInput', 400)];
  await assert.rejects(settle(), Failure);
  await settled();
  assert.deepEqual(requests, ['PATCH /alerts/3/status']);
});

test('a write whose outcome is unknown reads again what it may have changed', async () => {
  await show(queryFor(alerts.get, { alertId: 3 }));
  requests = [];
  answers = [
    () => {
      throw new TypeError('Failed to fetch');
    },
  ];
  await assert.rejects(write(alerts.setStatus, { alertId: 3, status: 'Confirm' }));
  await settled();
  assert.deepEqual(requests, ['PATCH /alerts/3/status', 'GET /alerts/3']);
});

test('what is chosen last is written last, however long the first takes, and though it failed', async () => {
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inOrder('theme', () => first.promise.then(() => void done.push('one')));
  const two = inOrder('theme', async () => void done.push('two'));
  await inOrder('language', async () => void done.push('another thing'));
  first.reject(new Error('unreachable'));
  await assert.rejects(one, /unreachable/);
  await two;
  await inOrder('theme', async () => void done.push('three'));
  assert.deepEqual(done, ['another thing', 'two', 'three']);
});

test('an event reads again what is shown of its place, and not what is shown of another', () => {
  const tags = eventChanges.HISTORY_CHANGED;
  const change = { tags, projectId: 1, pointIds: [4, 5] };
  const curve = (pointIds: number[]) => [...keyOf(readings.query), { pointIds }];
  const log = (pointId: number) => [...keyOf(history.changes), { pointId }];
  assert.equal(concerns(change, log(4)), true);
  assert.equal(concerns(change, log(6)), false);
  assert.equal(concerns(change, curve([4, 6])), true);
  assert.equal(concerns(change, curve([6, 7])), false);
  assert.equal(concerns(change, [...keyOf(projects.tree), { projectId: 1 }]), true);
  assert.equal(concerns(change, [...keyOf(projects.tree), { projectId: 2 }]), false);
  assert.equal(concerns(change, [...keyOf(thresholds.templates), { corporationId: 1 }]), false);
  // A point is of the project of the page: what happens in another project does not concern it.
  const record = [...keyOf(points.get), { pointId: 4 }];
  assert.equal(concerns({ tags, projectId: 1, openProjectId: 1 }, record), true);
  assert.equal(concerns({ tags, projectId: 1, openProjectId: 2 }, record), false);
  assert.equal(concerns({ tags, projectId: 1, openProjectId: null }, record), true);
  assert.equal(concerns({ tags: eventChanges.READINGS }, log(4)), false);
});

test('several changes at once read each answer once', async () => {
  await show(queryFor(projects.tree, { projectId: 1 }));
  requests = [];
  await readAgain({ tags: ['state'], projectId: 1 }, { tags: ['point'], projectId: 1 }, { tags: ['alert'] });
  assert.deepEqual(requests, ['GET /projects/1/tree']);
});

test('every kind of task says what it has changed', () => {
  assert.deepEqual(Object.keys(taskChanges).sort(), Object.keys(words.kind).sort());
});
