import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSecretBox } from './secret-box.ts';

test('what is sealed opens with the same key alone, and not when it was changed', () => {
  const [folder, other] = [mkdtempSync(join(tmpdir(), 'vault-')), mkdtempSync(join(tmpdir(), 'vault-'))];
  try {
    const secretBox = openSecretBox(folder);
    const sealed = secretBox.encrypt('验证码 ABCDEF');
    assert.ok(!sealed.includes('ABCDEF'));
    assert.notEqual(secretBox.encrypt('验证码 ABCDEF'), sealed);
    assert.equal(openSecretBox(folder).decrypt(sealed), '验证码 ABCDEF', 'after a restart');
    assert.throws(() => openSecretBox(other).decrypt(sealed));
    const last = sealed.at(-2) === 'A' ? 'B' : 'A';
    assert.throws(() => secretBox.decrypt(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`));
    assert.throws(() => secretBox.decrypt('v0.xyz'));
    assert.equal(statSync(join(folder, 'vault.key')).mode & 0o777, 0o600);
    writeFileSync(join(other, 'vault.key'), 'broken');
    assert.throws(() => openSecretBox(other), /holds no key/);
  } finally {
    for (const each of [folder, other]) rmSync(each, { recursive: true });
  }
});
