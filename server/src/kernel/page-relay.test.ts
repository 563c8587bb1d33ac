import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxWaiting, PageSender, receivePageMessage, type ToPages } from './page-relay.ts';

const room = (name: string, isOpen: boolean) =>
  ({ kind: 'room', namespace: '/notification', room: name, isOpen }) as const;

/** A sender with what it has sent, and a way to take all of that as the other process would. */
function open() {
  const sender = new PageSender();
  const sent: ToPages[] = [];
  sender.connect((message) => sent.push(message));
  const received: unknown[] = [];
  const pages = {
    emit: (...message: unknown[]) => received.push(message),
    refresh: () => received.push('refresh'),
  };
  return {
    sender,
    sent,
    received,
    take(count = sent.length) {
      for (const message of sent.splice(0, count)) receivePageMessage(message, pages, (back) => sender.receive(back));
    },
  };
}

test('nothing is sent to a room without a page, nor to the others of several', () => {
  const { sender, sent } = open();
  sender.send('/notification', ['point:1', 'point:2'], 'READINGS', [[1]]);
  assert.deepEqual(sent, []);
  sender.receive(room('point:2', true));
  assert.deepEqual([sender.has('/notification', 'point:1'), sender.has('/notification', 'point:2')], [false, true]);
  assert.equal(sender.has('/command', 'point:2'), false, 'a room of another namespace');
  sender.send('/notification', ['point:1', 'point:2'], 'READINGS', [[1]]);
  assert.deepEqual(sent, [
    { kind: 'page', namespace: '/notification', rooms: ['point:2'], event: 'READINGS', payload: [[1]] },
  ]);
  sender.receive(room('point:2', false));
  sender.send('/notification', 'point:2', 'READINGS', [[2]]);
  assert.equal(sent.length, 1);
});

test('pages that stand still hold a bounded number of messages, and read everything again when they go on', () => {
  const { sender, sent, take, received } = open();
  sender.receive(room('point:1', true));
  for (let i = 0; i < 3 * maxWaiting; i++) sender.send('/notification', 'point:1', 'READINGS', [i]);
  assert.equal(sent.length, maxWaiting);
  take(maxWaiting - 1);
  assert.ok(!received.includes('refresh'), 'not before they have taken what was sent');
  take();
  assert.equal(sent.length, 1, 'that some were left out is told');
  take();
  assert.equal(received.length, maxWaiting + 1);
  assert.equal(received.at(-1), 'refresh');
  sender.send('/notification', 'point:1', 'READINGS', ['after']);
  assert.equal(sent.length, 1, 'and messages go on');
});

test('a process of pages that begins anew has no pages, and owes nothing of the one before', () => {
  const { sender } = open();
  sender.receive(room('point:1', true));
  for (let i = 0; i < 2 * maxWaiting; i++) sender.send('/notification', 'point:1', 'READINGS', [i]);
  const sent: ToPages[] = [];
  sender.connect((message) => sent.push(message));
  assert.equal(sender.has('/notification', 'point:1'), false);
  sender.receive(room('point:1', true));
  sender.send('/notification', 'point:1', 'READINGS', ['new']);
  assert.equal(sent.length, 1);
  sender.disconnect();
  sender.send('/notification', 'point:1', 'READINGS', ['gone']);
  assert.equal(sent.length, 1);
});
