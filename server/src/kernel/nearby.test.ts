/** What only a person at this machine may see: the demonstration's password and the figures of the process. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { makeAccount } from '../../test/harness.ts';
import { openWorlds } from '../../test/worlds.ts';
import { checkIntervalMs, headersMs } from './body-timeout.ts';
import { hashPassword } from './secrets.ts';

const [server] = await openWorlds([], { DEMO: '1' });
const port = Number(new URL(server.url).port);

/** The status and body of a GET written by hand. */
function request(path: string, host: string, headers: readonly string[] = [], version = '1.1') {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write([`GET ${path} HTTP/${version}`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'));
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => resolve({ status: Number(/^HTTP\/1\.\d (\d+)/.exec(text)?.[1]), text }));
  });
}

const here = `127.0.0.1:${port}`;
const elsewhere: [what: string, host: string, headers: string[], version?: string][] = [
  ['a proxy that says so', here, ['X-Forwarded-For: 8.8.8.8']],
  ['a proxy that says so otherwise', here, ['Forwarded: for=8.8.8.8']],
  ['a proxy that says whose name', here, ['X-Real-IP: 8.8.8.8']],
  ['a proxy that passes through', here, ['Via: 1.1 proxy']],
  ['a name of the network', 'monitor.example.org', []],
  ['a page that moved its name here', `evil.example:${port}`, []],
  ['a proxy that speaks 1.0', here, [], '1.0'],
];

test('/metrics answers this machine alone, whatever proxy is before it', async () => {
  assert.equal((await request('/metrics', here)).status, 200);
  assert.equal((await request('/metrics', `localhost:${port}`)).status, 200);
  for (const [what, host, headers, version] of elsewhere) {
    const { status, text } = await request('/metrics', host, headers, version);
    assert.notEqual(status, 200, what);
    assert.doesNotMatch(text, /plumbline_/, what);
  }
});

test('login-info tells the password of a demonstration to this machine alone', async () => {
  const demo = { username: 'demo', password: 'Demo-1234567' };
  await server.db
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify(demo) })
    .execute();
  const { id } = await makeAccount(server, 'System', null, demo.username);
  const password_hash = await hashPassword(demo.password);
  await server.db.updateTable('account').set({ password_hash }).where('id', '=', id).execute();
  assert.match((await request('/api/login-info', here)).text, /Demo-1234567/);
  for (const [what, host, headers, version] of elsewhere)
    assert.doesNotMatch((await request('/api/login-info', host, headers, version)).text, /Demo-1234567/, what);
});

test('half a header is not waited for', () => {
  assert.ok(headersMs + checkIntervalMs <= 20_000);
  assert.equal(server.app.server.headersTimeout, headersMs);
});
