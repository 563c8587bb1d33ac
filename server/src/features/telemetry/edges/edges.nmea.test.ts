/** A receiver (GNSS) that sends NMEA 0183 to an edge, over TCP and over UDP: its positions are kept while the link is cut, and come once. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { DialInSetup, dialIn } from '@plumbline/contract/telemetry/dial-in';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { ggaOf } from '@plumbline/science/formats/nmea';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { startEdgeProcess } from '../../../../test/edge-process.ts';
import { openLinkToCentre } from '../../../../test/link-to-centre.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const { corporationId } = north;
const { id: deviceId, sncode } = north.device;
// The edge has the clock of this machine.
const tick = setInterval(() => server.clock.set(new Date()), 50);
after(() => clearInterval(tick));
server.clock.set(new Date());
const token = await server.tokenFor(north.admin.id);

function sentence(body: string): string {
  let sum = 0;
  for (const letter of body) sum ^= letter.charCodeAt(0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`;
}
/** NMEA has hundredths of a second. */
const clockOf = (at: Date) => at.toISOString().slice(11, 22).replaceAll(':', '');
const gga = (at: Date, solution = '4') =>
  `GNGGA,${clockOf(at)},5327.03942,N,00214.42462,W,${solution},16,0.88,56.0,M,48.5,M,1.0,0000`;
const base = ggaOf(gga(new Date()).split(','));
await server.db
  .updateTable('point')
  .set({
    family: 'surfaceDisplacement',
    mode: 4,
    parameters: JSON.stringify({ e0: base['east'], n0: base['north'], h0: base['height'] }),
  })
  .where('id', '=', north.pointId)
  .execute();

const setup = DialInSetup.parse({
  enabled: true,
  silentSeconds: 60,
  intervalSeconds: 600,
  udp: true,
  nmea: { channel: '1', bounds: [{ quantity: 'solution', minimum: 4 }] },
});
// Quicker than people may set it.
const row = { device_id: deviceId, setup: JSON.stringify({ ...setup, intervalSeconds: 1 }), by_name: 'test' };
await server.db
  .insertInto('dial_in')
  .values({ ...row, changed_at: new Date() })
  .execute();

const given = { corporationId, kind: 'edge', name: 'site', siteProjectId: north.projectId } as const;
const { feed, secret } = (await server.call(feeds.create, given, token)).body;
const link = await openLinkToCentre(server.url);
after(() => link.close());
const edge = await startEdgeProcess({ EDGE_CENTRE: link.url, EDGE_KEY: feed.key, EDGE_SECRET: secret ?? '' });

const sentAt = new Set<number>();
/** An epoch of now, three times a second: the newest of each second is kept. */
let solution = '4';
function epoch(): string {
  const at = new Date(Math.floor(Date.now() / 10) * 10);
  if (solution === '4') sentAt.add(at.getTime());
  return sentence(gga(at, solution));
}
const stored = async () =>
  (
    await server.db.selectFrom('reading').select('at').where('point_id', '=', north.pointId).orderBy('at').execute()
  ).map(({ at }) => at.getTime());
const waiting = async () => {
  const response = await fetch(`http://127.0.0.1:${edge.httpPort}/healthz`);
  return Number(((await response.json()) as { waiting: number }).waiting);
};
const state = async () => {
  const { status, body } = await server.call(dialIn.get, { deviceId }, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.state;
};

/** How a receiver sends until it is told to stop. */
const ways = {
  tcp() {
    let socket = connect({ port: edge.dialInPort, host: '127.0.0.1' }).on('error', () => undefined);
    socket.write(sncode);
    const timer = setInterval(() => {
      // Before the centre has told of it, the receiver is nobody: it dials in again.
      if (socket.destroyed) {
        socket = connect({ port: edge.dialInPort, host: '127.0.0.1' }).on('error', () => undefined);
        socket.write(sncode);
      }
      socket.write(epoch());
    }, 300);
    return () => {
      clearInterval(timer);
      socket.destroy();
    };
  },
  udp() {
    const socket = createSocket('udp4');
    let isOpen = true;
    const timer = setInterval(() => socket.send(`${sncode}${epoch()}`, edge.dialInUdpPort, '127.0.0.1'), 300);
    return () => {
      clearInterval(timer);
      if (isOpen) socket.close();
      isOpen = false;
    };
  },
};

for (const way of ['tcp', 'udp'] as const)
  test(`over ${way}: positions of a time in which the link was cut are there once it is mended, each once`, async (t) => {
    const before = (await stored()).length;
    const deliveredBefore = link.delivered.length;
    const stop = ways[way]();
    t.after(stop);
    await waitUntilSettled(stored, (times) => assert.ok(times.length >= before + 2));
    link.cut();
    const cutAt = Date.now();
    await waitUntilSettled(waiting, (count) => assert.ok(count >= 3, String(count)));
    const waitingWhileCut = await waiting();
    assert.ok((await stored()).every((at) => at <= Date.now()));
    link.mend();
    await waitUntilSettled(stored, (times) =>
      assert.ok(times.filter((at) => at > cutAt - 1_000).length >= waitingWhileCut, times.join(' ')),
    );
    stop();
    await waitUntilSettled(waiting, (count) => assert.equal(count, 0));
    const times = await stored();
    assert.ok(
      times.every((at) => sentAt.has(at)),
      'each has the time that its receiver gave',
    );
    const delivered = link.delivered
      .slice(deliveredBefore)
      .map((content) => Date.parse((JSON.parse(content) as { at: string }).at));
    assert.deepEqual(new Set(times.slice(before)), new Set(delivered), 'what was handed on is what is stored');
    assert.equal(times.length, new Set(times).size);
  });

test('a position that cannot be true is held at the site, and the page of the device says which number it is', async (t) => {
  // As people may set it.
  const given = { ...setup, intervalSeconds: 10 };
  assert.equal((await server.call(dialIn.set, { deviceId, setup: given }, token)).status, 200);
  solution = '1';
  const before = (await stored()).length;
  const stop = ways.tcp();
  t.after(stop);
  await waitUntilSettled(state, ({ connection, round }) => {
    assert.equal(connection, 'connected');
    assert.deepEqual(round?.position?.rejected, ['solution']);
  });
  assert.equal((await stored()).length, before);
  assert.equal(await waiting(), 0);
});
