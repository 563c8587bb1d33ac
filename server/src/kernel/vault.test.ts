import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openVault } from './vault.ts';

test('what is sealed opens with the same key alone, and not when it was changed', () => {
  const [folder, other] = [mkdtempSync(join(tmpdir(), 'vault-')), mkdtempSync(join(tmpdir(), 'vault-'))];
  try {
    const vault = openVault(folder);
    const sealed = vault.seal('验证码 ABCDEF');
    assert.ok(!sealed.includes('ABCDEF'));
    assert.notEqual(vault.seal('验证码 ABCDEF'), sealed);
    assert.equal(openVault(folder).open(sealed), '验证码 ABCDEF', 'after a restart');
    assert.throws(() => openVault(other).open(sealed));
    const last = sealed.at(-2) === 'A' ? 'B' : 'A';
    assert.throws(() => vault.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`));
    assert.throws(() => vault.open('v0.xyz'));
    assert.equal(statSync(join(folder, 'vault.key')).mode & 0o777, 0o600);
    writeFileSync(join(other, 'vault.key'), 'broken');
    assert.throws(() => openVault(other), /holds no key/);
  } finally {
    for (const each of [folder, other]) rmSync(each, { recursive: true });
  }
});
