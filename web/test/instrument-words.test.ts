/** What an instrument was told reads as what it has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TFunction } from 'i18next';
import { portWords, serverWords, timeWords, wantedWords } from '../src/features/telemetry/commands/instrument-words.ts';

const t = ((key: string, { port }: { port?: number } = {}) =>
  ({ 'instruments:port': `Port ${port}`, 'instruments:parityShort.even': 'E' })[key] ?? key) as unknown as TFunction;

test('a serial port, a server, a calibration, a time and a span are said as people say them', () => {
  const port = { port: 1, baudRate: 19_200, dataBits: 8, parity: 'even', stopBits: 1 } as const;
  assert.equal(portWords(port, t), 'Port 1 · 19200 · 8E1');
  assert.equal(wantedWords({ ...port, parity: 'even' }, t, 'UTC'), portWords(port, t));
  const server = { host: 'gateway.example', port: 8883, tls: true };
  assert.deepEqual(
    [wantedWords(server, t, 'UTC'), serverWords({ ...server, tls: false })],
    ['gateway.example:8883 TLS', 'gateway.example:8883'],
  );
  assert.equal(wantedWords({ name: 'site' }, t, 'UTC'), 'site');
  const instant = '2025-01-15T08:00:00Z';
  assert.ok(timeWords(instant, 'UTC').includes('08:00') && !timeWords(instant, 'UTC').includes('T'));
  assert.equal(wantedWords({ at: instant }, t, 'UTC'), timeWords(instant, 'UTC'));
  assert.equal(
    wantedWords({ from: instant, to: instant }, t, 'UTC'),
    `${timeWords(instant, 'UTC')} – ${timeWords(instant, 'UTC')}`,
  );
  assert.equal(timeWords('power-on + 12 s', 'UTC'), 'power-on + 12 s', 'no time: as it was said');
});
