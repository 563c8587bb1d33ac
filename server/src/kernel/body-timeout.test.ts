import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { limitBodyTime } from './body-timeout.ts';

const app = Fastify();
app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
  payload.resume().on('end', () => done(null, {}));
});
app.post('/', async () => ({ fine: true }));
limitBodyTime(app, 200);
await app.listen({ host: '127.0.0.1', port: 0 });
after(() => app.close());

/** What comes back when half of the body is sent, and the rest after `ms`. */
async function dribble(type: string, ms: number): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  let output = '';
  socket.on('data', (part) => {
    output += String(part);
    if (output.includes('}')) socket.end();
  });
  socket.write(`POST / HTTP/1.1\r\nhost: here\r\ncontent-type: ${type}\r\ncontent-length: 2\r\n\r\n{`);
  await Promise.race([once(socket, 'close'), pause(ms)]);
  if (!socket.destroyed) socket.write('}');
  if (!socket.closed) await once(socket, 'close');
  return output.split('\r\n')[0]!;
}

test('a body that arrives too slowly is refused; one in time and a file are accepted', async () => {
  assert.equal(await dribble('application/json', 10), 'HTTP/1.1 200 OK');
  assert.equal(await dribble('application/json', 3_000), '');
  assert.equal(await dribble('multipart/form-data; boundary=x', 600), 'HTTP/1.1 200 OK');
});

test('a body that was refused before it came holds no process back', async () => {
  const small = Fastify({ bodyLimit: 100 });
  small.post('/', async () => ({ fine: true }));
  limitBodyTime(small, 60_000);
  const address = await small.listen({ host: '127.0.0.1', port: 0 });
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const before = timers();
  const headers = { 'content-type': 'application/json' };
  const refused = await fetch(address, { method: 'POST', headers, body: JSON.stringify('x'.repeat(1_000_000)) });
  assert.equal(refused.status, 413);
  await refused.text();
  await small.close();
  assert.ok(timers() <= before, 'a timer is left');
});
