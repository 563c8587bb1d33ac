import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GroupCommit, type GroupCommitParts } from './group-commit.ts';

const poison = (error: unknown) => (error as Error).message === 'poison';

/** A group commit of texts whose commits end when the test says so. */
function open({ rowsOfCommit = 100, rows = 1000, bytes = 1000, failing = [] as string[] } = {}) {
  const commits: { entries: readonly string[]; end: (error?: Error) => void }[] = [];
  const failed: string[][] = [];
  const parts: GroupCommitParts<string, string> = {
    limits: { rows, bytes, rowsOfCommit },
    commit(entries) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      const end = (error?: Error) => (error ? reject(error) : resolve(entries.map((each) => `${each} done`)));
      commits.push({ entries, end });
      if (entries.some((each) => failing.includes(each))) end(new Error('poison'));
      return promise;
    },
    isAboutEntry: poison,
    failed(error, entries) {
      failed.push([...entries]);
      return error;
    },
  };
  const group = new GroupCommit(parts);
  const add = (entry: string, turn = 1, size = 1) => group.add(entry, { turn, rows: size, bytes: size });
  /** The commit that runs, once it has begun. */
  const running = async (number: number) => {
    for (let i = 0; i < 20 && commits.length <= number; i++) await nextTurn();
    assert.equal(commits.length, number + 1, `commit ${number} has begun, and no other`);
    return commits[number]!;
  };
  return { group, add, running, commits, failed };
}

test('what arrives during a commit shares the next one, which begins when that has ended', async () => {
  const { group, add, running, commits } = open();
  const first = [add('a'), add('b')];
  const one = await running(0);
  assert.deepEqual(one.entries, ['a', 'b'], 'one turn of the loop shares a commit');
  let isSettled = false;
  void first[0]?.then(() => {
    isSettled = true;
  });
  const second = [add('c'), add('d')];
  for (let i = 0; i < 5; i++) await nextTurn();
  assert.equal(commits.length, 1, 'no second commit beside the first');
  assert.equal(isSettled, false, 'nothing is answered before its commit has ended');
  one.end();
  assert.deepEqual(await Promise.all(first), ['a done', 'b done']);
  const two = await running(1);
  assert.deepEqual(two.entries, ['c', 'd']);
  assert.equal(group.rows, 2);
  two.end();
  assert.deepEqual(await Promise.all(second), ['c done', 'd done']);
  await nextTurn();
  assert.deepEqual([group.rows, group.oldestSince], [0, null]);
});

test('a commit is filled by turns, up to its rows; an entry that is bigger goes alone', async () => {
  const { add, running } = open({ rowsOfCommit: 4 });
  const all = [add('flood 1', 1, 2), add('flood 2', 1, 2), add('other', 2, 1), add('huge', 2, 9)];
  const order: (readonly string[])[] = [];
  for (let i = 0; i < 3; i++) {
    const commit = await running(i);
    order.push(commit.entries);
    commit.end();
    await nextTurn();
  }
  await Promise.all(all);
  assert.deepEqual(order, [['flood 1', 'other'], ['flood 2'], ['huge']]);
});

for (const place of [0, 3, 6])
  test(`of seven entries only the one at fault fails, at place ${place}`, async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const bad = names[place]!;
    const { add, commits, failed } = open({ failing: [bad] });
    const results = names.map((name) => add(name).catch((error: Error) => error.message));
    for (let i = 0; i < 50; i++) {
      await nextTurn();
      commits.at(-1)?.end();
    }
    assert.deepEqual(
      await Promise.all(results),
      names.map((name) => (name === bad ? 'poison' : `${name} done`)),
    );
    assert.deepEqual(failed, [[bad]]);
  });

test('where the database is at fault all fail together, and what comes later is committed', async () => {
  const { add, running, failed } = open();
  const results = ['a', 'b'].map((name) => add(name).catch((error: Error) => error.message));
  (await running(0)).end(new Error('disk'));
  assert.deepEqual(await Promise.all(results), ['disk', 'disk']);
  assert.deepEqual(failed, [['a', 'b']], 'not halved');
  const later = add('c');
  (await running(1)).end();
  assert.equal(await later, 'c done');
});

test('no more waits than the limits allow; what is being committed counts', async () => {
  const { group, add, running } = open({ rows: 3, bytes: 100 });
  const first = add('a', 1, 2);
  const one = await running(0);
  const second = add('b', 1, 1);
  assert.equal(group.hasCapacity({ rows: 0, bytes: 0 }), true);
  await assert.rejects(add('c', 1, 1), { name: 'busy' });
  await assert.rejects(group.add('d', { turn: 1, rows: 0, bytes: 98 }), { name: 'busy' });
  one.end();
  await first;
  await nextTurn();
  const third = add('e', 1, 2);
  (await running(1)).end();
  await second;
  (await running(2)).end();
  assert.equal(await third, 'e done');
  assert.equal(group.hasCapacity({ rows: 3, bytes: 100 }), true);
});

test('closing takes nothing more, and waits for what was taken', async () => {
  const { group, add, running } = open({ rowsOfCommit: 1 });
  const results = [add('a'), add('b')];
  const one = await running(0);
  let isClosed = false;
  const closed = group.close().then(() => {
    isClosed = true;
  });
  await assert.rejects(add('c'), { name: 'busy' });
  one.end();
  const two = await running(1);
  assert.equal(isClosed, false, 'the second of two still waits');
  two.end();
  await closed;
  assert.deepEqual(await Promise.all(results), ['a done', 'b done']);
});

test('the oldest that waits is reported, whether it is being committed or not', async () => {
  const { group, add, running } = open();
  const before = performance.now();
  const first = add('a');
  const one = await running(0);
  const since = group.oldestSince;
  assert.ok(since !== null && since >= before && since <= performance.now());
  const second = add('b', 2);
  assert.equal(group.oldestSince, since);
  one.end();
  await first;
  const two = await running(1);
  assert.ok((group.oldestSince ?? 0) > since);
  two.end();
  await second;
});
