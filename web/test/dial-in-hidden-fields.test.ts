import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DialInSetup } from '@plumbline/contract/telemetry/dial-in';
import { withHidden } from '../src/features/telemetry/dial-in/hidden-fields.ts';

const row = { unit: 1, function: 3, address: 0, type: 'uint16', channel: '1', quantity: 'value' } as const;
const stored = DialInSetup.parse({
  enabled: true,
  silentSeconds: 900,
  intervalSeconds: 600,
  answerWithinMs: 7_000,
  retries: 3,
  downlink: true,
  rows: [row],
});
/** What the form gives of fields that it does not show: as if nobody had typed anything. */
const blank = { rows: [], answerWithinMs: 3_000, retries: 1, map: 'own' as const, unit: null };

test('a register map stays where a receiver is chosen, with what was typed into it before', () => {
  const given: DialInSetup = { ...stored, ...blank, nmea: { channel: '1', bounds: [] } };
  const saved = withHidden(given, { ...stored, rows: [row, { ...row, address: 1, quantity: 'second' }] }, stored);
  assert.deepEqual([saved.nmea, saved.rows.length, saved.answerWithinMs], [{ channel: '1', bounds: [] }, 2, 7_000]);
  // A row that is half typed cannot be saved and is not in sight: the map is the one before.
  assert.deepEqual(withHidden(given, { rows: [{ ...row, address: 'x' }] }, stored).rows, stored.rows);
});

test('what is shown is as it was typed; rows stay behind the map of a model, switches of modems behind a logger', () => {
  assert.deepEqual(withHidden({ ...stored, rows: [] }, { ...stored }, stored).rows, []);
  assert.deepEqual(withHidden({ ...stored, map: 'model', rows: [] }, { ...stored }, stored).rows, stored.rows);
  const tcp = { host: '10.0.0.1', port: 502, edge: null };
  assert.equal(withHidden({ ...stored, tcp, downlink: false }, { ...stored }, stored).downlink, true);
});
