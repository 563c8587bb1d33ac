import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, isVersion, plainVersion, readFirmwareName } from '../src/telemetry/firmware.name.ts';
import { UpgradeAnswer } from '../src/telemetry/firmware.upgrades.ts';

test('a firmware file is named <type>-x.x.x.x-<note>.hsf', () => {
  const good: [string, string, string, string][] = [
    ['DCT-1.2.3.4-release.hsf', 'DCT', '1.2.3.4', 'release'],
    ['DCT20S-10.0.0.12-beta.2.hsf', 'DCT20S', '10.0.0.12', 'beta.2'],
    // Types and notes have hyphens too.
    ['MANHOLE-COVER-OTT-1.0.0.0-a-b.hsf', 'MANHOLE-COVER-OTT', '1.0.0.0', 'a-b'],
    ['DTU-2-01.02.003.0-fix.hsf', 'DTU-2', '1.2.3.0', 'fix'],
  ];
  for (const [name, type, version, note] of good) assert.deepEqual(readFirmwareName(name), { type, version, note });
});

test('each fault of a name has an error of its own', () => {
  const bad: [string, string][] = [
    ['DCT-1.2.3.4-release.bin', 'fileFormat'],
    ['DCT-1.2.3.4-release.HSF', 'fileFormat'],
    ['', 'fileFormat'],
    ['DCT-1.2.3.4-my release.hsf', 'firmwareNameBlank'],
    ['DCT-1.2.3.4-a\u3000b.hsf', 'firmwareNameBlank'],
    ['DCT-1.2.3.4-正式版.hsf', 'firmwareNameLetters'],
    ['采集器-1.2.3.4-release.hsf', 'firmwareNameLetters'],
    ['DCT-1.2.3-release.hsf', 'firmwareNameInvalid'],
    ['DCT-1.2.3.4.5-release.hsf', 'firmwareNameInvalid'],
    ['DCT-1.2.3.4-.hsf', 'firmwareNameInvalid'],
    ['DCT-1.2.3.4.hsf', 'firmwareNameInvalid'],
    ['-1.2.3.4-release.hsf', 'firmwareNameInvalid'],
    ['DCT-1.2.3.123456-release.hsf', 'firmwareNameInvalid'],
    ['../DCT-1.2.3.4-release.hsf', 'firmwareNameInvalid'],
    [`${'D'.repeat(33)}-1.2.3.4-release.hsf`, 'firmwareNameInvalid'],
  ];
  for (const [name, fault] of bad) assert.deepEqual(readFirmwareName(name), { fault }, name);
});

test('versions are compared number by number', () => {
  assert.ok(compareVersions('1.10.0.0', '1.9.0.0')! > 0);
  assert.ok(compareVersions('1.9.0.0', '1.10.0.0')! < 0);
  assert.equal(compareVersions('1.02.0.0', '1.2.0.0'), 0);
  assert.equal(compareVersions('', '1.2.0.0'), null);
  assert.equal(plainVersion('v1.2.3.4'), null);
  assert.ok(isVersion(' 01.2.3.4', '1.2.3.4'));
  assert.ok(!isVersion('1.2.3.40', '1.2.3.4'));
});

test('what a device says is progress, an end, or what it runs; anything else is none of it', () => {
  const commandId = '381fc2a3-7afd-44b9-a6f2-172044741e45';
  for (const answer of [
    { commandId, state: 'downloading', percent: 12.5 },
    { commandId, state: 'installing' },
    { commandId, ok: true, version: '1.2.3.4' },
    { commandId, ok: false, reason: 'hash', text: 'sha256 differs' },
    { version: '1.2.3.4' },
  ])
    assert.ok(UpgradeAnswer.safeParse(answer).success, JSON.stringify(answer));
  for (const answer of [
    { commandId, text: 'ok: status' },
    { commandId, version: '1.2.3.4' },
    { commandId, state: 'downloading', percent: 101 },
    { commandId: 'x', ok: true },
    { version: '' },
    { version: 12 },
    { version: 'a\u0000b' },
  ])
    assert.ok(!UpgradeAnswer.safeParse(answer).success, JSON.stringify(answer));
});
