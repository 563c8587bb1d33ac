/** A virtual device that speaks HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { answerOf, type DeviceSpec, type Link, openLink } from '../virtual-devices/device.ts';

const spec: DeviceSpec = {
  sncode: 'VD-0001',
  secret: 'secret',
  channels: { '1': { family: 'waterLevel' }, '2': { family: 'deepDisplacement', nodeCount: 5 } },
};

test('HTTP: commands in the answer to readings are taken and answered', async () => {
  const responses: string[] = [];
  const server = createHttp((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      if (request.url?.endsWith('/responses')) responses.push(body);
      response.end(JSON.stringify({ stored: 1, commands: [{ commandId: 'c-9', text: 'collect', channels: ['1'] }] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const link: Link = openLink({ ...spec, url, onCommand: answerOf(spec, () => link) });
  try {
    link.send('{}');
    await link.idle(10_000);
    for (let i = 0; i < 100 && responses.length === 0; i++) await pause(20);
    assert.deepEqual(JSON.parse(responses[0]!), { commandId: 'c-9', ok: true, text: 'collected' });
  } finally {
    await link.stop();
    server.close();
  }
});

test('HTTP: bearer, repeats after trouble, gives up what is refused', async () => {
  const answers = [503, 200, 422, 200];
  const requests: { url: string | undefined; auth: string | undefined; body: string }[] = [];
  const server = createHttp((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      requests.push({ url: request.url, auth: request.headers.authorization, body });
      response.writeHead(answers.shift() ?? 200).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const refused: string[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const link = openLink({ ...spec, url, reconnectMs: 10, onRefused: (payload) => refused.push(payload) });
  try {
    for (const payload of ['1', '2', '3']) link.send(payload);
    await link.idle();
    assert.deepEqual(
      requests.map(({ body }) => body),
      ['1', '1', '2', '3'],
    );
    assert.equal(requests[0]?.url, '/api/devices/VD-0001/readings');
    assert.equal(requests[0]?.auth, 'Bearer secret');
    assert.deepEqual(refused, ['2']);
    assert.deepEqual(link.counts, { accepted: 3, sent: 4, acked: 2, resent: 1, refused: 1, connects: 1, rejects: 0 });
  } finally {
    await link.stop();
    server.closeAllConnections();
    server.close();
  }
});
