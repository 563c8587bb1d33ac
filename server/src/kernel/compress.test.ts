import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { compressed } from './compress.ts';

const rows = { rows: Array.from({ length: 2_000 }, (_, i) => ({ id: i, name: `PZ-${i}`, value: i / 7 })) };
// The proxy's word for who asks is believed here, as TRUST_PROXY lets it.
const app = Fastify({ trustProxy: true });
await compressed(app);
app.get('/rows', async () => rows);
app.get('/few', async () => ({ few: true }));
app.get('/file', async (_request, reply) => reply.type('application/octet-stream').send(Buffer.alloc(10_000)));
await app.listen({ host: '127.0.0.1', port: 0 });
after(() => app.close());

async function get(path: string, headers: Record<string, string>) {
  const sent = request({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', path, headers });
  sent.end();
  const [answer] = await once(sent, 'response');
  return { encoding: answer.headers['content-encoding'], vary: answer.headers['vary'], body: await buffer(answer) };
}
const away = { 'x-forwarded-for': '203.0.113.7' };

test('thousands of rows come compressed over a network, in what the browser reads', async () => {
  const plain = JSON.stringify(rows);
  for (const [encoding, open] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    const answer = await get('/rows', { ...away, 'accept-encoding': encoding });
    assert.equal(answer.encoding, encoding);
    assert.match(String(answer.vary), /accept-encoding/i);
    assert.ok(answer.body.length * 3 < plain.length, `${encoding}: ${answer.body.length} of ${plain.length}`);
    assert.equal(String(open(answer.body)), plain);
  }
});

test('nothing is compressed that is short, a file, not requested, or requested from this machine', async () => {
  for (const [path, headers] of [
    ['/few', { ...away, 'accept-encoding': 'gzip' }],
    ['/file', { ...away, 'accept-encoding': 'gzip' }],
    ['/rows', away],
    ['/rows', { 'accept-encoding': 'gzip' }],
  ] as const)
    assert.equal((await get(path, headers)).encoding, undefined, path);
});
