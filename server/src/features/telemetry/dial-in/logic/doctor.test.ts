import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DialInSetup, type DialInState, type ReadOutcome } from '@plumbline/contract/telemetry/dial-in';
import { findingsOf } from './doctor.ts';

const setup = DialInSetup.parse({
  enabled: true,
  heartbeat: 'fe',
  silentSeconds: 90,
  intervalSeconds: 600,
  answerWithinMs: 3000,
  retries: 1,
  readLength: 125,
  networks: [],
  rows: [{ unit: 1, function: 3, address: 0, type: 'uint16', channel: '1', quantity: 'value' }],
});
const never: DialInState = {
  connection: 'notConnected',
  address: null,
  connectedAt: null,
  endedAt: null,
  endReason: null,
  lastByteAt: null,
  round: null,
  waiting: 0,
  lost: 0,
  refused: 0,
  edge: null,
};
const here: DialInState = { ...never, connection: 'connected', connectedAt: '2026-03-18T06:00:00.000Z' };
const round = (...outcomes: ReadOutcome[]): DialInState => ({
  ...here,
  round: {
    at: '2026-03-18T06:00:00.000Z',
    endedAt: '2026-03-18T06:00:01.000Z',
    cause: 'interval',
    position: null,
    reads: outcomes.map((outcome) => ({
      unit: 1,
      function: 3,
      address: 0,
      count: 1,
      outcome,
      exception: null,
      tries: 1,
      latencyMs: null,
      numbers: [
        { channel: '1', quantity: 'value', value: outcome === 'answer' ? 1 : null, missing: null, rejected: null },
      ],
    })),
  },
});
const found = (state: DialInState, change: { port?: null; udpPort?: number | null; setup?: DialInSetup | null } = {}) =>
  findingsOf({ port: 7000, udpPort: null, setup, state, ...change });

test('nothing is called fine that was not seen to work', () => {
  assert.deepEqual(found(here, { port: null }), ['portClosed']);
  assert.deepEqual(found(here, { setup: null }), ['notSetUp']);
  assert.deepEqual(found(never), ['neverCame']);
  assert.deepEqual(found(here), ['waitsForRound']);
  assert.deepEqual(found({ ...here, connection: 'notConnected' }), ['away'], 'its gateway died');
  assert.deepEqual(found({ ...round('answer'), connection: 'notConnected', endReason: 'silent' }), ['silent']);
  assert.deepEqual(found({ ...never, endReason: 'networkRefused' }), ['networkRefused']);
  assert.deepEqual(found(here, { setup: { ...setup, enabled: false } }), ['disabled']);
  assert.deepEqual(found(never, { setup: { ...setup, rows: [] } }), ['neverCame', 'noRows']);
  assert.deepEqual(found(round('answer')), ['fine']);
  const overUdp = { ...setup, udp: true };
  assert.deepEqual(found(never, { setup: overUdp }), ['udpPortClosed']);
  assert.deepEqual(found(never, { setup: overUdp, port: null, udpPort: 7001 }), ['neverCame']);
  assert.deepEqual(found({ ...never, endReason: 'udpRefused' }), ['udpRefused']);
});

test('of a receiver: no sentence, damaged ones, and no position are told apart', () => {
  const receiver = { ...setup, rows: [], nmea: { channel: '1', bounds: [] } };
  const position = (
    values: Record<string, number | null> | null,
    sentences = 9,
    badCheckSums = 0,
    rejected: string[] = [],
  ): DialInState => ({
    ...here,
    round: {
      at: '2026-03-18T06:00:00.000Z',
      endedAt: '2026-03-18T06:00:01.000Z',
      cause: 'interval',
      reads: [],
      position: { sentences, badCheckSums, values, rejected },
    },
  });
  const of = (state: DialInState) => found(state, { setup: receiver });
  const fixed = { latitude: 53.45, longitude: -2.24, solution: 4 };
  assert.deepEqual(of(here), ['waitsForRound']);
  assert.deepEqual(of(position(fixed)), ['fine']);
  assert.deepEqual(of(round('exception')), ['waitsForRound'], 'it was read over Modbus before');
  assert.deepEqual(found(position(fixed)), ['waitsForRound'], 'and the other way round');
  assert.deepEqual(of(position({ ...fixed, solution: 0 })), ['noPosition']);
  assert.deepEqual(of(position(null)), ['noPosition']);
  assert.deepEqual(of(position(null, 0)), ['noSentences']);
  assert.deepEqual(of(position(fixed, 9, 2)), ['badCheckSums']);
  assert.deepEqual(of(position(fixed, 9, 0, ['east'])), ['implausible']);
  assert.deepEqual(of({ ...position(fixed), refused: 1 }), ['samplesRefused']);
});

test('each way a read can fail has its own finding', () => {
  assert.deepEqual(found(round('timeout', 'timeout', 'skipped')), ['allTimeout']);
  assert.deepEqual(found(round('answer', 'timeout', 'skipped')), ['someTimeout', 'skipped']);
  assert.deepEqual(found(round('crc', 'noise', 'exception', 'late')), ['crc', 'noise', 'exception', 'late']);
  assert.deepEqual(found({ ...round('answer'), waiting: 2, lost: 1, refused: 3 }), [
    'samplesRefused',
    'notStored',
    'lost',
  ]);
  assert.deepEqual(found({ ...round('crc'), connection: 'notConnected', endReason: 'closed' }), ['away', 'crc']);
  const [read] = round('answer').round?.reads ?? [];
  const missing = {
    ...round('answer'),
    round: {
      ...round('answer').round,
      reads: [{ ...read, numbers: [{ channel: '1', quantity: 'value', value: null, missing: 'nothing' }] }],
    },
  };
  assert.deepEqual(found(missing as DialInState), ['numbersMissing']);
  // One channel of a collector has no sensor: the other says that all is well.
  missing.round.reads[0]?.numbers.push({
    channel: '2',
    quantity: 'value',
    value: 812.5,
    missing: null,
    rejected: null,
  } as never);
  assert.deepEqual(found(missing as DialInState), ['fine']);
  missing.round.reads[0]?.numbers.push({ channel: '2', quantity: 'temp', value: null, missing: 'nothing' } as never);
  assert.deepEqual(found(missing as DialInState), ['numbersMissing'], 'beside a number of the same channel');
});
