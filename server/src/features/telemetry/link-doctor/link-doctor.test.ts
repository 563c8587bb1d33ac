import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { Dtu } from '../../../../test/dtu.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { MQTT_PORT: '0', DIAL_IN_PORT: '0' });
const admin = north.admin.token;
const { corporationId } = north;

let seconds = 0;
const reading = (channel = '1', temperature = 20) => ({
  at: server.clock.now().getTime() - 600_000 + 1_000 * seconds++,
  channels: { [channel]: { temperature } },
});

test('the doctor: a wrong secret, a channel that is not there, a clock that is ahead, a nearly equal register id', async () => {
  const made = await server.call(
    devices.create,
    { corporationId, name: 'Sick', model: 'DIY', sncode: 'SICK-000123', channels: [{ number: '1', mode: 4 }] } as never,
    admin,
  );
  const sick = made.body.device.id;
  const own = made.body.secret;
  const findings = async () =>
    (await server.call(linkDoctor.ofDevice, { deviceId: sick }, admin)).body.findings.map(({ finding }) => finding);
  const send = (body: unknown, bearer = own) =>
    fetch(`${server.url}/api/devices/SICK-000123/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  assert.deepEqual(await findings(), ['neverSeen']);
  await send(reading(), 'plk_wrong');
  const become = (wanted: string[]) => waitUntilSettled(findings, (list) => assert.deepEqual(list, wanted));
  await become(['badCredentials', 'neverSeen']);
  server.clock.advance(1_000);
  await send(reading());
  await become(['unbound', 'fine']);
  await send(reading('42'));
  await become(['unknownChannel', 'unbound']);
  server.clock.advance(1_000);
  await send({ at: server.clock.now().getTime() + 3 * 3_600_000, channels: { 1: { temperature: 1 } } });
  await become(['clockAhead', 'unbound']);
  const setup = {
    enabled: true,
    heartbeat: '',
    silentSeconds: 900,
    intervalSeconds: 600,
    answerWithinMs: 300,
    retries: 0,
    readLength: 125,
    networks: [],
    rows: [],
  };
  await server.call(dialIn.set, { deviceId: sick, setup }, admin);
  const dtu = new Dtu(server.gateway!.dialIn!.port, 'SICK000123\r\n');
  await dtu.closed;
  await become(['clockAhead', 'notRegistered', 'similarRegistration', 'unbound']);
});
