/** Uploads that are refused: named, and without harm to the connection that they came on. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { sheets } from '@plumbline/contract/points/sheets';
import { projects } from '@plumbline/contract/site/projects';
import { openWorlds } from '../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { ROLES: 'web' });
const { port } = new URL(server.url);
const picture = `/api${projects.setPicture.path.replace('{projectId}', String(north.projectId))}`;
const sheet = `/api${sheets.setUpPoints.path.replace('{projectId}', String(north.projectId))}`;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: Buffer | string;
}
/** One request over an agent of one connection. */
function send(agent: Agent, { method, path, type, body }: Sent): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${north.admin.token}`, ...(type && { 'content-type': type }) };
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') }),
      );
    });
    sent.setTimeout(10_000, () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}

const part = (name: string, content: string | Buffer, type?: string) =>
  Buffer.concat([
    Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="${name}"${type ? '; filename="f"' : ''}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')]);
const multipart = 'multipart/form-data; boundary=x';

test('a refused upload leaves a connection that the next request is answered on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (const bytes of [300_000, 3_000_000]) {
      const body = form(part('file', Buffer.alloc(bytes, 'a'), 'text/html'));
      const refused = await send(agent, { method: 'PUT', path: picture, type: multipart, body });
      assert.equal(refused.status, 415);
      assert.equal((await send(agent, { method: 'GET', path: '/api/session' })).status, 200);
    }
  } finally {
    agent.destroy();
  }
});

test('a form that cannot be read is badBody', async () => {
  const agent = new Agent();
  const whole = form(part('file', 'a', 'image/png'));
  for (const [what, type, body] of [
    ['without boundary', 'multipart/form-data', whole],
    ['with a boundary too long', `multipart/form-data; boundary=${'x'.repeat(300)}`, whole],
    ['cut off in the file', multipart, whole.subarray(0, -12)],
    ['cut off before the file', multipart, whole.subarray(0, 20)],
    ['without a file', multipart, form()],
    ['empty', multipart, ''],
    ['no form', 'multipart/form-data; boundary=y', whole],
  ] as const) {
    const { status, body: answer } = await send(agent, { method: 'PUT', path: picture, type, body });
    assert.deepEqual([what, status, (answer as { error: string }).error], [what, 415, 'badBody']);
  }
});

test('a field beside the file is refused by its name, before the file and after it', async () => {
  const agent = new Agent();
  const file = part('file', 'Structure *,Name,Measurement,Sensor mode\nMain dam,UP-1,temperature,4\n', 'text/csv');
  const field = part('dryRun', 'true');
  for (const body of [form(field, file), form(file, field)]) {
    const { status, body: answer } = await send(agent, { method: 'POST', path: sheet, type: multipart, body });
    assert.equal(status, 400);
    assert.deepEqual((answer as { detail: unknown }).detail, [{ path: 'dryRun', message: 'fieldUnknown' }]);
  }
  const named = await server.db.selectFrom('point').select('id').where('name', '=', 'UP-1').execute();
  assert.equal(named.length, 0, 'nothing was written');
  const { status } = await send(agent, { method: 'POST', path: sheet, type: multipart, body: form(file) });
  assert.equal(status, 200, 'the same without the field');
});

test('what cannot be an address is answered in the words of the catalogue', async () => {
  const agent = new Agent();
  const responseOf = async (path: string, method = 'GET') => {
    const { status, body } = await send(agent, { method, path });
    return [status, (body as { error?: string }).error];
  };
  assert.deepEqual(await responseOf(`/${'a'.repeat(5000)}`), [404, 'notFound']);
  assert.deepEqual(await responseOf(`/${'a'.repeat(300)}`), [404, 'notFound']);
  assert.deepEqual(await responseOf(`/${'%E6%B0%B4'.repeat(100)}`), [404, 'notFound']);
  for (const method of ['GET', 'DELETE'])
    assert.deepEqual(await responseOf(`/api/projects/${'1'.repeat(230)}`, method), [404, 'notFound']);
  assert.deepEqual(await responseOf('/api/%zz'), [400, 'badInput']);
  assert.deepEqual(await responseOf('/%ff'), [400, 'badInput']);
  assert.deepEqual(await responseOf(`/api/users?corporationId=${north.corporationId}&keyword=%00`), [400, 'badInput']);
});
