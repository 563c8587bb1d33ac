import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { isPublic, openOutbound } from './outbound.ts';

let hits = 0;
let port = 0;
const target = createServer((request, response) => {
  hits++;
  if (request.url === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  else if (request.url === '/large') response.end(Buffer.alloc(3_000_000));
  else if (request.url === '/slow') response.write('a');
  else response.end(`${request.method} well`);
});
before(async () => {
  await new Promise<void>((ready) => target.listen(0, '127.0.0.1', ready));
  port = (target.address() as AddressInfo).port;
});
after(() => {
  target.closeAllConnections();
  target.close();
});

const answers =
  (...rounds: LookupAddress[][]) =>
  (_host: string, _options: { all: true }, done: (error: null, addresses: LookupAddress[]) => void) =>
    done(null, rounds.length > 1 ? rounds.shift()! : rounds[0]!);
const refused = (reason: string) => (error: Error & { reason?: string; cause?: { reason?: string } }) =>
  (error.reason ?? error.cause?.reason) === reason;

test('every spelling of an address inside is refused before anything is sent', async () => {
  const outbound = openOutbound([]);
  const hosts = [
    ...['127.0.0.1', '2130706433', '0177.0.0.1', '0x7f.0.0.1', '0x7f000001', '127.1', '0.0.0.0', '0', '10.1.2.3'],
    ...['172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]'],
    ...['[fc00::1]', '[ff02::1]', '[2002:7f00:1::]', '[2001::1]', '[64:ff9b:1::1]', '[::ffff:0:127.0.0.1]'],
    ...['[4000::1]', '①②⑦.0.0.1'],
  ];
  const before = hits;
  for (const host of hosts)
    await assert.rejects(outbound.send(`http://${host}:${port}/`), refused('address'), `http://${host}:${port}/`);
  await assert.rejects(outbound.send(`http://localhost:${port}/`), refused('address'));
  assert.equal(hits, before);
  await outbound.close();
});

test('schemes, low ports and credentials in the address are refused', async () => {
  const outbound = openOutbound(['127.0.0.1']);
  await assert.rejects(outbound.send('file:///etc/passwd'), refused('scheme'));
  for (const low of [22, 25, 53, 445]) await assert.rejects(outbound.send(`http://127.0.0.1:${low}/`), refused('port'));
  await assert.rejects(outbound.send(`http://a:b@127.0.0.1:${port}/`), refused('credentials'));
  await outbound.close();
});

test('a name is refused when any of its addresses is inside, also when only the second answer is', async () => {
  const outside = { address: '93.184.216.34', family: 4 };
  const inside = { address: '127.0.0.1', family: 4 };
  const mixed = openOutbound([], answers([outside, inside]));
  await assert.rejects(mixed.send(`http://mixed.example:${port}/`), refused('address'));
  await mixed.close();

  // First allowed by its network, then pointing at a neighbour that is not: each connection is checked by itself.
  const rebinding = openOutbound(['127.0.0.1'], answers([inside], [{ address: '127.0.0.2', family: 4 }]));
  const before = hits;
  assert.equal((await rebinding.send(`http://twice.example:${port}/`)).status, 200);
  await assert.rejects(rebinding.send(`http://twice.example:${port}/`), refused('address'));
  assert.equal(hits, before + 1);
  await rebinding.close();

  const mapped = openOutbound([], answers([{ address: '::ffff:127.0.0.1', family: 6 }]));
  await assert.rejects(mapped.send(`http://mapped.example:${port}/`), refused('address'));
  await mapped.close();
});

test('hosts, addresses and networks of the setting may be reached', async () => {
  for (const allow of ['localhost', '127.0.0.1', '127.0.0.0/8']) {
    const outbound = openOutbound([allow], answers([{ address: '127.0.0.1', family: 4 }]));
    const { status, body } = await outbound.send(`http://localhost:${port}/`, { method: 'POST', body: '{}' });
    assert.deepEqual([status, body.toString()], [200, 'POST well'], allow);
    await outbound.close();
  }
});

test('a redirect is not followed, a large or slow answer is cut off', async () => {
  const outbound = openOutbound(['127.0.0.1']);
  const redirected = await outbound.send(`http://127.0.0.1:${port}/redirect`);
  assert.equal(redirected.status, 302);
  await assert.rejects(outbound.send(`http://127.0.0.1:${port}/large`), refused('tooLarge'));
  await assert.rejects(outbound.send(`http://127.0.0.1:${port}/slow`, { timeoutMs: 200 }), { name: 'TimeoutError' });
  await outbound.close();
});

test('what is public', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111']) assert.ok(isPublic(address), address);
  for (const address of ['not an address', '192.88.99.1', '2001:db8::1', '5f00::1', 'fe80::1%eth0'])
    assert.ok(!isPublic(address), address);
});
