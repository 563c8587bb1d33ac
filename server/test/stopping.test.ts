/** A server that stops: what runs is answered, what is asked anew is refused, and nobody who goes on asking keeps it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { startServer } from './harness.ts';

async function opened() {
  const server = await startServer();
  // Once, whoever is first.
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= server.close());
  after(close);
  return { server, close };
}

async function connected(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Asks on one connection, and anew with each answer. */
async function requestRepeatedly(url: string) {
  const socket = await connected(url);
  const send = () => socket.write('GET /readyz HTTP/1.1\r\nHost: here\r\n\r\n');
  const gone = new Promise((resolve) => socket.once('close', resolve));
  const firstAnswer = once(socket, 'data');
  socket.on('data', send);
  send();
  assert.match(String(await firstAnswer), /^HTTP\/1.1 200/);
  return { gone };
}

test('who asks again and again on one connection does not keep the server', async () => {
  const { server, close } = await opened();
  // So many that some are being answered at the moment in which the server closes those at rest.
  const asking = await Promise.all(Array.from({ length: 20 }, () => requestRepeatedly(server.url)));
  await close();
  await Promise.all(asking.map(({ gone }) => gone));
});

test('a request that never ends does not keep the server', async () => {
  const { server, close } = await opened();
  const socket = await connected(server.url);
  const head = ['POST /api/signin HTTP/1.1', 'Host: here', 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 100\r\n\r\n{"half`);
  // The server has read it once it answers what was asked after it.
  await fetch(`${server.url}/healthz`);
  const gone = new Promise((resolve) => socket.once('close', resolve));
  await close();
  await gone;
});
