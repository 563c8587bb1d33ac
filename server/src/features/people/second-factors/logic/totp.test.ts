import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from 'otpauth';
import { newRecoveryCodes, recoveryHashOf } from './recovery-codes.ts';
import { addressOf, newSecret, stepOf } from './totp.ts';

const secret = Secret.fromLatin1('12345678901234567890').base32;

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const vectors: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
for (const [seconds, code] of vectors)
  test(`the vector of RFC 6238 at ${seconds} s, and one step beside it`, () => {
    const step = Math.floor(seconds / 30);
    const at = (beside: number) => stepOf(secret, code, new Date((step + beside) * 30_000));
    assert.equal(stepOf(secret, code, new Date(seconds * 1000)), step);
    assert.deepEqual([-1, 0, 1].map(at), [step, step, step]);
    assert.deepEqual([-2, 2].map(at), [null, null]);
  });

test('what is no code is none', () => {
  for (const code of ['', '28708', '2870821', 'abcdef', '28708２'])
    assert.equal(stepOf(secret, code, new Date(59_000)), null);
});

test('secrets have 160 bits, and apps read whose they are', () => {
  const made = newSecret();
  assert.match(made, /^[A-Z2-7]{32}$/);
  assert.notEqual(made, newSecret());
  const address = new URL(addressOf(made, 'zhang.wei'));
  assert.equal(address.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(address.pathname), '/Plumbline:zhang.wei');
  const query = Object.fromEntries(address.searchParams);
  assert.deepEqual(query, { issuer: 'Plumbline', secret: made, algorithm: 'SHA1', digits: '6', period: '30' });
});

test('recovery codes: ten, none twice, the same however they are typed', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[a-z2-7]{6}(?:-[a-z2-7]{6}){3}$/);
  const [code = ''] = codes;
  assert.deepEqual(recoveryHashOf(` ${code.toUpperCase().replaceAll('-', ' ')} `), recoveryHashOf(code));
});
