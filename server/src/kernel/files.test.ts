import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../test/harness.ts';
import { pngHeader } from '../../test/pictures.ts';
import type { Db } from './context.ts';
import { type Files, openFiles } from './files.ts';
import { checkBucket } from './files-s3.ts';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'plumbline-store-'));
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const png = pngHeader(40, 30, 5008);
const about = { type: 'image/png', maxBytes: 6000, corporationId: 1, createdBy: 1 };
async function* inPieces(bytes: Buffer, size = 3) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A context as a request has it; `end` is what the server does when its transaction is over. */
function context(db: Db = server.db) {
  const cleanups: ((db: Db) => Promise<void>)[] = [];
  const acts: (() => void | Promise<void>)[] = [];
  return {
    db,
    now: () => server.clock.now(),
    regardless: (act: (db: Db) => Promise<void>) => void cleanups.push(act),
    after: (act: () => void | Promise<void>) => void acts.push(act),
    async end() {
      for (const act of cleanups) await act(server.db);
      for (const act of acts) await act();
    },
  };
}

async function roundTrip(files: Files) {
  const call = context();
  const id = await files.put(call, inPieces(png), about);
  await call.end();
  assert.match(id, /^f[0-9a-f]{32}$/);
  const file = await files.get(server.db, id);
  assert.deepEqual([file?.type, file?.bytes], ['image/png', png.length]);
  assert.deepEqual(await buffer(file!.stream), png);
  return id;
}

const leftovers = () =>
  existsSync(join(folder, 'files'))
    ? readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];

test('a file on disk goes in, comes out and goes away', async () => {
  const files = openFiles({ dataDir: folder, s3: null });
  const id = await roundTrip(files);
  assert.equal(leftovers().length, 1);
  const call = context();
  await files.remove(call, id);
  assert.equal(leftovers().length, 1, 'the bytes stay until COMMIT');
  await call.end();
  assert.equal(leftovers().length, 0);
  assert.equal(await files.get(server.db, id), null);
  assert.equal(await files.get(server.db, '../../etc/passwd'), null);
});

test('what is too large, no picture, broken off or rolled back leaves nothing behind', async () => {
  const files = openFiles({ dataDir: folder, s3: null });
  await assert.rejects(files.put(context(), inPieces(png), { ...about, maxBytes: 4999 }), { name: 'fileTooLarge' });
  await assert.rejects(files.put(context(), inPieces(Buffer.from('<svg/>')), about), { name: 'fileFormat' });
  await assert.rejects(files.put(context(), inPieces(Buffer.alloc(0)), about), { name: 'fileFormat' });
  const breaking = async function* () {
    yield png.subarray(0, 100);
    throw new Error('gone');
  };
  await assert.rejects(files.put(context(), breaking(), about), /gone/);
  let end: () => Promise<void> = async () => undefined;
  await assert.rejects(
    server.db.transaction().execute(async (transaction) => {
      const call = context(transaction);
      end = call.end;
      await files.put(call, inPieces(png), about);
      throw new Error('undone');
    }),
    /undone/,
  );
  await end();
  assert.deepEqual(leftovers(), []);
  assert.deepEqual(await server.db.selectFrom('stored_file').selectAll().execute(), []);
});

test('jpeg and webp are recognised by their bytes', async () => {
  const files = openFiles({ dataDir: folder, s3: null });
  // Headers of 16 by 9: a frame of JPEG, and the extended header of WebP, which counts from 0.
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080009001001011100ffd9', 'hex');
  const webp = Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.from([22, 0, 0, 0]),
    Buffer.from('WEBPVP8X'),
    Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 15, 0, 0, 8, 0, 0]),
  ]);
  for (const [bytes, type] of [
    [jpeg, 'image/jpeg'],
    [webp, 'image/webp'],
  ] as const) {
    const id = await files.put(context(), inPieces(bytes, 1), about);
    const file = await files.get(server.db, id);
    assert.equal(file?.type, type);
    assert.deepEqual(await buffer(file!.stream), bytes);
  }
});

test('the same over S3: signed, with a length, without checksum trailers, under a key of ours', async (t) => {
  const stored = new Map<string, Buffer>();
  const requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const s3 = createServer(async (request, response) => {
    const url = request.url!.split('?')[0]!;
    if (request.method === 'HEAD') {
      response.statusCode = { '/plumb': 200, '/locked': 403 }[url.replace(/\/$/, '')] ?? 404;
      return void response.end();
    }
    requests.push({ method: request.method!, url: request.url!, headers: request.headers });
    if (request.method === 'PUT') {
      stored.set(url, await buffer(request));
      response.setHeader('etag', '"1"');
    } else if (request.method === 'DELETE') {
      stored.delete(url);
      response.statusCode = 204;
    } else if (stored.has(url)) return void response.end(stored.get(url));
    else {
      response.statusCode = 404;
      return void response.end('<Error><Code>NoSuchKey</Code></Error>');
    }
    response.end();
  });
  await new Promise<void>((ready) => s3.listen(0, '127.0.0.1', ready));
  t.after(() => {
    s3.closeAllConnections();
    s3.close();
  });
  const savedEnv = { ...process.env };
  process.env['AWS_ACCESS_KEY_ID'] = 'key';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
  t.after(() => {
    process.env = savedEnv;
  });
  const endpoint = `http://127.0.0.1:${(s3.address() as AddressInfo).port}`;
  const settings = (bucket: string) => ({ bucket, endpoint, region: 'eu-north-1' });
  assert.equal(await checkBucket(settings('plumb')), null);
  await assert.rejects(checkBucket(settings('absent')), /S3_BUCKET=absent: there is no such bucket at http/);
  assert.match((await checkBucket(settings('locked'))) ?? '', /S3_BUCKET=locked: these keys may not look at it/);
  const away = { ...settings('plumb'), endpoint: 'http://127.0.0.1:1' };
  assert.match((await checkBucket(away)) ?? '', /does not answer .*; uploads fail until it does/);
  const files = openFiles({ dataDir: folder, s3: settings('plumb') });
  const before = leftovers().length;
  const id = await roundTrip(files);
  assert.equal(leftovers().length, before, 'nothing stays on the disk');
  const put = requests[0]!;
  assert.deepEqual([put.method, put.url.split('?')[0]], ['PUT', `/plumb/files/${id}`]);
  assert.equal(put.headers['content-length'], String(png.length));
  assert.equal(put.headers['content-type'], 'image/png');
  assert.match(String(put.headers['authorization']), /^AWS4-HMAC-SHA256 Credential=key\/.*\/eu-north-1\/s3\//);
  assert.ok(!Object.keys(put.headers).some((name) => name.startsWith('x-amz-checksum') || name === 'x-amz-trailer'));
  assert.ok(!String(put.headers['content-encoding'] ?? '').includes('aws-chunked'));
  const call = context();
  await files.remove(call, id);
  await call.end();
  assert.equal(stored.size, 0);
  await server.db
    .insertInto('stored_file')
    .values({ id, corporation_id: 1, type: 'image/png', bytes: 1, created_by: 1, created_at: server.clock.now() })
    .execute();
  assert.equal(await files.get(server.db, id), null, 'a row whose bytes are gone');
});
