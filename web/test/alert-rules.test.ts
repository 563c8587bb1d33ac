import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wayFaults } from '../src/features/alerts/rules/rule-ways.ts';

const recipients = {
  members: false,
  emails: [] as string[],
  mobiles: [] as string[],
  calls: [] as string[],
  channelIds: [] as number[],
  rosterIds: [] as number[],
};
const rule = { ...recipients, steps: [] as (typeof recipients & { afterMinutes: number })[] };
const none = { email: false, sms: null, voice: null, hooks: [] };

test('a rule says by which way it reaches nobody', () => {
  const all = {
    ...rule,
    members: true,
    emails: ['a@example.org'],
    mobiles: ['+4915112345678'],
    calls: ['+4915112345678'],
    channelIds: [7],
  };
  assert.deepEqual(wayFaults(all, none), ['noEmail', 'noSms', 'noVoice', 'noMembers', 'hookOff']);
  const hooks = [{ id: 7, name: 'Crew', kind: 'wecom' as const }];
  assert.deepEqual(wayFaults(all, { email: true, sms: 'aliyun', voice: 'aliyunVoice', hooks }), []);
  assert.deepEqual(
    wayFaults(all, { email: true, sms: null, voice: null, hooks }),
    ['noSms', 'noVoice'],
    'members chose e-mail or SMS',
  );
  assert.deepEqual(wayFaults({ ...rule, channelIds: [7, 8] }, { ...none, hooks }), ['hookOff']);
  assert.deepEqual(wayFaults(rule, none), []);
  assert.deepEqual(wayFaults({ ...rule, rosterIds: [3] }, none), ['noMembers'], 'nobody on duty is reached either');
  const steps = [{ ...recipients, afterMinutes: 5, mobiles: ['+4915112345678'], channelIds: [8] }];
  assert.deepEqual(wayFaults({ ...rule, steps }, { ...none, email: true, hooks }), ['noSms', 'hookOff'], 'nor a step');
});
