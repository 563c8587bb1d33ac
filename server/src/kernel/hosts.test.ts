/** By which names an installation may be called, where it is told (setting HOSTS). */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { openWorlds } from '../../test/worlds.ts';
import { readConfig } from './config.ts';

const [server] = await openWorlds([], { HOSTS: 'monitor.example, 10.0.0.7', PUBLIC_URL: 'https://dam.example' });

const send = (path: string, host: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { headers: { host } }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on('error', reject).end();
  });

test('another name is answered by nothing but the probes; ports and case do not matter', async () => {
  for (const host of [
    'monitor.example',
    'MONITOR.example:8443',
    '10.0.0.7:8080',
    'dam.example',
    '127.0.0.1',
    '[::1]:80',
  ])
    assert.equal((await send('/api/openapi.json', host)).status, 200, host);
  for (const path of ['/', '/api/openapi.json', '/api/sensorthings/v1.1']) {
    const { status, text } = await send(path, 'evil.example');
    assert.deepEqual([status, JSON.parse(text).error], [421, 'hostUnknown'], path);
  }
  assert.equal((await send('/api/openapi.json', 'monitor.example.evil.example')).status, 421);
  assert.equal((await send('/livez', '172.17.0.3:8080')).status, 200);
});

test('a name with a scheme or a path stops the start; without names any is answered', () => {
  for (const HOSTS of ['https://monitor.example', 'monitor.example/app', 'a b'])
    assert.throws(() => readConfig({ HOSTS }), /HOSTS/);
  assert.deepEqual(readConfig({ PUBLIC_URL: 'https://dam.example' }).hosts, []);
});
