import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  hostOf,
  listenCommand,
  postCommand,
  publishCommand,
  type Reach,
  urlOf,
} from '../src/features/devices/connections/commands.ts';
import { faultsOf } from '../src/features/devices/devices/module-faults.ts';
import { channelsOfModule } from '../src/features/devices/models/module-channels.ts';

const mqtt = {
  host: 'gate.example',
  port: 1883,
  tls: false,
  readings: 'devices/VW-1/readings',
  commands: 'devices/VW-1/commands',
  responses: 'devices/VW-1/responses',
  errors: 'devices/VW-1/errors',
};
const reach: Reach = {
  sncode: 'VW-1',
  mqtt,
  http: { url: 'http://gate.example:8080/api/devices/VW-1/readings' },
  sample: { at: '2026-03-18T06:00:00.000Z', channels: { A1: { frequency: 2712.4, temperature: 18.2 } } },
};

/** What a shell makes of a command: its arguments. */
function argumentsOf(command: string): string[] {
  const [program = ''] = command.split(' ');
  const script = `${program}() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}
const bodyOf = (text: string) => JSON.parse(text) as { at: string; channels: unknown };

test('a pasted mosquitto_pub says who, where and what, with the time of the moment', () => {
  const args = argumentsOf(publishCommand(reach, mqtt, "it's secret", 'here'));
  assert.deepEqual(args.slice(0, -1), [
    ...['-h', 'gate.example', '-p', '1883', '-V', 'mqttv311', '-u', 'VW-1', '-P', "it's secret"],
    ...['-q', '1', '-t', 'devices/VW-1/readings', '-m'],
  ]);
  const body = bodyOf(args.at(-1)!);
  assert.deepEqual(body.channels, { A1: { frequency: 2712.4, temperature: 18.2 } });
  assert.ok(Math.abs(Date.parse(body.at) - Date.now()) < 5_000);
});

test('over TLS the command trusts what the system trusts', () => {
  const args = argumentsOf(listenCommand(reach, { ...mqtt, port: 8883, tls: true }, 's', 'here'));
  assert.ok(args.includes('--tls-use-os-certs'));
  assert.deepEqual(args.slice(-4), ['-t', 'devices/VW-1/commands', '-t', 'devices/VW-1/errors']);
});

test('a pasted curl carries the secret as bearer and JSON as JSON', () => {
  const args = argumentsOf(postCommand(reach, 's', 'here'));
  assert.deepEqual(args.slice(0, -1), [
    ...['-sS', 'http://gate.example:8080/api/devices/VW-1/readings', '-H', 'Authorization: Bearer s'],
    ...['-H', 'Content-Type: application/json', '-d'],
  ]);
  assert.match(bodyOf(args.at(-1)!).at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('an address that listens everywhere is reached by the name in the browser', () => {
  assert.equal(hostOf('0.0.0.0', 'plumb.example'), 'plumb.example');
  assert.equal(urlOf('http://0.0.0.0:8080/api/x', 'plumb.example'), 'http://plumb.example:8080/api/x');
});

test('extension modules: a duplicate is wrong in both rows; a module brings the channels that are missing', () => {
  const modules = [
    { number: 1, sncode: 'HEM-1' },
    { number: 1, sncode: '' },
    { number: 2, sncode: 'HEM-1' },
  ];
  assert.deepEqual(faultsOf(modules), [
    { number: true, sncode: 'twice' },
    { number: true, sncode: 'missing' },
    { number: false, sncode: 'twice' },
  ]);
  const brought = channelsOfModule({ number: 2 }, 3, [{ number: '2-2', mode: 1, label: '' }], 1);
  assert.deepEqual(
    brought.map(({ number, configType }) => [number, configType]),
    [
      ['2-1', 'module'],
      ['2-3', 'module'],
    ],
  );
});
