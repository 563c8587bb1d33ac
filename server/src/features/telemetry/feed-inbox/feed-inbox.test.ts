/** The inbox of a feed, by whatever protocol files come: none is lost, none is taken in half, and no path leads out of it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bringForward, Inbox, nameOf } from './feed-inbox.api.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-inbox-'));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
function makeInbox() {
  const key = `feed${++count}`;
  const path = join(folder, 'feeds', key);
  const inbox = new Inbox(folder, key);
  const upload = async (name: string, text: string) => {
    const begun = await inbox.begin(name);
    await begun.write(0, Buffer.from(text));
    return begun;
  };
  const send = async (name: string, text: string) => (await upload(name, text)).finish();
  return { inbox, path, upload, send };
}

test('files of one name wait behind each other, and are taken in the order in which they came', async () => {
  const { path, send } = makeInbox();
  for (const text of ['first', 'second', 'third']) await send('a.csv', text);
  const readings: string[] = [];
  for (let n = 0; n < 3; n++) {
    await bringForward(path, readdirSync(path));
    readings.push(readFileSync(join(path, 'a.csv'), 'utf8'));
    rmSync(join(path, 'a.csv'));
  }
  assert.deepEqual(readings, ['first', 'second', 'third']);
  assert.deepEqual(readdirSync(path), []);
});

test('a file whose sender is gone leaves nothing; one on its way is no file yet', async () => {
  const { inbox, path, upload } = makeInbox();
  const half = await upload('b.csv', 'half');
  assert.deepEqual(await inbox.list(), []);
  await half.abandon();
  assert.deepEqual(readdirSync(path), []);
});

test('a name is one of the inbox itself', () => {
  assert.equal(nameOf('/'), null);
  assert.equal(nameOf('a.csv'), 'a.csv');
  assert.equal(nameOf('../../a.csv'), 'a.csv', 'above it there is nothing');
  for (const path of ['day/a.csv', '.hidden', 'done', 'refused', 'a\nb']) assert.throws(() => nameOf(path), path);
});
