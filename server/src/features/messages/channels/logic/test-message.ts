/** What the test button of a channel sends: plainly a test, in both languages of whoever may read it. */
import { randomUUID } from 'node:crypto';
import { smsVariables } from '@plumbline/contract/messages/channels';
import type { Outgoing } from '../../senders/senders.api.ts';

export const testMessage = (to: string, now: Date, home: string): Outgoing => ({
  key: randomUUID(),
  to,
  language: 'en',
  title: 'Plumbline: test message / 测试消息',
  facts: [['Sent at / 发送时间', `${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`]],
  link: home,
  linkWords: 'Plumbline',
  foot: 'Somebody is setting up this channel. No alert was raised. / 正在设置此通知渠道，没有告警。',
  variables: {
    ...(Object.fromEntries(smsVariables.map((name) => [name, '-'])) as Outgoing['variables']),
    reason: 'TEST',
  },
  plainText: 'Plumbline: test message. No alert was raised. / 测试消息，没有告警。',
  data: { isTest: true, sentAt: now.toISOString() },
});
