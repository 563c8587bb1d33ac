import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import {
  type DeviceFacts,
  type DialInFacts,
  diagnoseDevice,
  diagnoseFeed,
  type FeedFacts,
  isSimilarRegister,
} from '@plumbline/science/diagnosis/link';

const nowMs = Date.UTC(2026, 10, 26, 12);
const well: DeviceFacts = {
  nowMs,
  lastArrivalMs: nowMs - minuteMs,
  intervalSeconds: 600,
  refused: null,
  unbound: [],
  newest: { atMs: nowMs - minuteMs - 900, receivedMs: nowMs - minuteMs },
  dialIn: null,
  feeds: [],
  edge: null,
};
const line: DialInFacts = {
  isPortOpen: true,
  isCalled: false,
  connectedAtMs: nowMs - 3_600_000,
  isConnected: true,
  endReason: null,
  outcomes: ['answer'],
  roundAtMs: nowMs - minuteMs,
  similarAtMs: null,
  waiting: 0,
};
const names = (change: Partial<DeviceFacts>) => diagnoseDevice({ ...well, ...change }).map(({ finding }) => finding);
const lineNames = (change: Partial<DialInFacts>) => names({ dialIn: { ...line, ...change } });
const refused = (error: string, atMs = nowMs) => ({ error, atMs, channel: null, aheadMs: null, certificate: null });

test('fine is what delivers in time; what never came, or no longer comes, is told apart', () => {
  assert.deepEqual(names({}), ['fine']);
  assert.deepEqual(names({ lastArrivalMs: null, newest: null }), ['neverSeen']);
  assert.deepEqual(names({ lastArrivalMs: nowMs - 31 * minuteMs }), ['silent']);
  assert.deepEqual(names({ lastArrivalMs: nowMs - 29 * minuteMs }), ['fine'], 'three intervals');
  assert.deepEqual(
    names({ lastArrivalMs: nowMs - 9 * minuteMs, intervalSeconds: 10 }),
    ['fine'],
    'at least ten minutes',
  );
  assert.deepEqual(
    names({ lastArrivalMs: nowMs - 23 * 60 * minuteMs, intervalSeconds: null }),
    ['fine'],
    'no points: a day',
  );
  assert.deepEqual(names({ lastArrivalMs: nowMs - 25 * 60 * minuteMs, intervalSeconds: null }), ['silent']);
});

test('bad credentials count until a message was taken; nothing is called fine meanwhile', () => {
  assert.deepEqual(names({ refused: refused('deviceRefused'), lastArrivalMs: null, newest: null }), [
    'badCredentials',
    'neverSeen',
  ]);
  assert.deepEqual(names({ refused: refused('deviceRefused') }), ['badCredentials']);
  assert.deepEqual(names({ refused: refused('deviceRefused', nowMs - 2 * minuteMs) }), ['fine'], 'let in afterwards');
});

test('each refusal has its cause, with what it is about', () => {
  const ahead = { ...refused('readingInFuture'), aheadMs: 90 * minuteMs };
  assert.deepEqual(diagnoseDevice({ ...well, refused: ahead })[0], {
    finding: 'clockAhead',
    isWrong: true,
    atMs: nowMs,
    count: 90,
    name: '',
  });
  const channel = { ...refused('readingChannelUnknown'), channel: '17' };
  assert.deepEqual(diagnoseDevice({ ...well, refused: channel })[0]?.name, '17');
  assert.deepEqual(names({ refused: channel }), ['unknownChannel']);
  assert.deepEqual(names({ refused: refused('malformedReading') }), ['malformed']);
  const lacking = diagnoseDevice({ ...well, refused: { ...refused('readingEmpty'), channel: '2' } })[0];
  assert.deepEqual([lacking?.finding, lacking?.name], ['otherQuantities', '2'], 'stored, and not refused');
  assert.deepEqual(names({ refused: refused('topicRefused') }), ['topicRefused']);
  assert.deepEqual(names({ refused: refused('tooLarge') }), ['tooLarge']);
  const other = diagnoseDevice({ ...well, refused: refused('waveformUnknown') })[0];
  assert.deepEqual([other?.finding, other?.name], ['otherRefused', 'waveformUnknown']);
  assert.deepEqual(names({ refused: refused('malformedReading', nowMs - 3_600_000) }), ['fine'], 'long mended');
});

test('a clock that is behind, and channels that feed nothing, are remarks beside what is fine', () => {
  const newest = { atMs: nowMs - 8 * 3_600_000, receivedMs: nowMs - minuteMs };
  assert.deepEqual(names({ newest }), ['clockBehind', 'fine']);
  assert.deepEqual(names({ unbound: ['3', '4'] }), ['unbound', 'fine']);
});

test('a modem: closed port, none came, a nearly equal id, a refused network, a line that ended', () => {
  assert.deepEqual(lineNames({}), ['fine']);
  assert.deepEqual(lineNames({ isPortOpen: false }), ['portClosed']);
  const none = { connectedAtMs: null, isConnected: false, outcomes: [], roundAtMs: null };
  assert.deepEqual(names({ dialIn: { ...line, ...none }, lastArrivalMs: null, newest: null }), ['notRegistered']);
  assert.deepEqual(lineNames({ ...none, similarAtMs: nowMs }), ['notRegistered', 'similarRegistration']);
  assert.deepEqual(lineNames({ ...none, endReason: 'networkRefused' }), ['networkRefused']);
  assert.deepEqual(lineNames({ isConnected: false, outcomes: [] }), ['lineSilent']);
  assert.deepEqual(lineNames({ waiting: 3 }), ['notStored']);
  assert.deepEqual(lineNames({ isCalled: true, isPortOpen: false }), ['fine'], 'a logger needs no port of ours');
  assert.deepEqual(lineNames({ isCalled: true, isConnected: false, endReason: 'closed' }), ['unreachable']);
  assert.deepEqual(lineNames({ isCalled: true, isConnected: false, endReason: 'addressRefused' }), ['addressRefused']);
});

test('the reads of a round: none answered, garbled all, garbled some, refused, late', () => {
  assert.deepEqual(lineNames({ outcomes: ['timeout', 'timeout', 'skipped'] }), ['allTimeout']);
  assert.deepEqual(lineNames({ outcomes: ['noise', 'noise', 'timeout'] }), ['wrongBaud']);
  // An answer that is whole but for its check sum was understood: its speed is right.
  assert.deepEqual(lineNames({ outcomes: ['crc', 'crc'] }), ['crc']);
  assert.deepEqual(lineNames({ outcomes: ['noise', 'crc', 'timeout'] }), ['someTimeout', 'crc']);
  assert.deepEqual(lineNames({ outcomes: ['answer', 'crc', 'timeout'] }), ['someTimeout', 'crc']);
  assert.deepEqual(lineNames({ outcomes: ['exception', 'exception'] }), ['exception']);
  assert.deepEqual(lineNames({ outcomes: ['answer', 'late'] }), ['late', 'fine']);
});

const feed: FeedFacts = {
  name: 'LoRaWAN',
  isOn: true,
  isConnected: null,
  lastMs: nowMs - minuteMs,
  fault: null,
  unknownSources: 0,
};
const feedNames = (change: Partial<FeedFacts>) =>
  diagnoseFeed({ ...feed, ...change }, nowMs).map((each) => each.finding);

test('a feed: off, without connection, nothing yet, a wrong secret, a fault, who is unknown', () => {
  assert.deepEqual(feedNames({}), ['fine']);
  assert.deepEqual(feedNames({ isOn: false, isConnected: false }), ['feedOff']);
  assert.deepEqual(feedNames({ isConnected: false }), ['feedNotConnected']);
  assert.deepEqual(feedNames({ isConnected: true, lastMs: null }), ['feedNeverReceived']);
  const fault = (name: string, atMs = nowMs) => ({ fault: { name, atMs } });
  assert.deepEqual(feedNames({ ...fault('secretRefused'), lastMs: null }), ['secretRefused', 'feedNeverReceived']);
  assert.deepEqual(feedNames(fault('notJson')), ['feedFault']);
  assert.deepEqual(feedNames(fault('notJson', nowMs - 2 * 3_600_000)), ['fine'], 'mended since');
  assert.deepEqual(feedNames({ unknownSources: 2 }), ['feedUnknown', 'fine']);
  assert.deepEqual(names({ feeds: [{ ...feed, isConnected: false }] }), ['feedNotConnected'], 'said of its device too');
});

test('register ids are similar by case, signs, parts and two letters; short ones only whole', () => {
  assert.ok(isSimilarRegister('DTU-000123', 'dtu000123'));
  assert.ok(isSimilarRegister('861234567890123', '0861234567890123'));
  assert.ok(isSimilarRegister('DTU-000123', 'DTU-000132'));
  assert.ok(isSimilarRegister('R7', 'r7'));
  assert.ok(!isSimilarRegister('R7', 'R8'));
  assert.ok(!isSimilarRegister('DTU-000123', 'GNSS-77001'));
  assert.ok(!isSimilarRegister('DTU-000123', 'DTU-000123'), 'the same is no mistake');
});

test('of a line behind an edge that is away nothing is said but that', () => {
  const away = { isThere: false, signMs: nowMs - 60_000 };
  const dialIn = {
    isPortOpen: true,
    connectedAtMs: nowMs - 1_000,
    isConnected: true,
    endReason: null,
    outcomes: ['crc'],
    roundAtMs: nowMs,
    isCalled: false,
    similarAtMs: nowMs,
    waiting: 2,
  };
  const causes = (edge: DeviceFacts['edge']) =>
    diagnoseDevice({ ...well, dialIn, edge }).map(({ finding, atMs }) => [finding, atMs]);
  assert.deepEqual(causes(away), [['edgeAway', nowMs - 60_000]]);
  assert.deepEqual(causes({ ...away, isThere: true })[0], ['crc', nowMs]);
});
