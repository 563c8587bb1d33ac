/** Where a person is reached, and from which level on by each way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);

test('each way has its own level; what is set again takes the place of what was, and nobody else has it', async () => {
  const read = async (token: string) => (await server.call(deliveries.contact, {}, token)).body.contact;
  const unset = { email: null, mobile: null, emailFrom: null, smsFrom: null, callFrom: null, showsMobile: false };
  const first = {
    email: 'a@example.com',
    mobile: null,
    emailFrom: 4,
    smsFrom: null,
    callFrom: null,
    showsMobile: false,
  };
  const later = {
    email: 'b@example.com',
    mobile: '13800000001',
    emailFrom: 1,
    smsFrom: 2,
    callFrom: 3,
    showsMobile: true,
  };
  for (const contact of [first, later]) {
    assert.equal((await server.call(deliveries.setContact, contact, north.admin.token)).status, 200);
    assert.deepEqual(await read(north.admin.token), contact);
  }
  assert.deepEqual(await read(north.normal.token), unset);
});
