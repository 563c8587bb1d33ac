import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors, Failure } from '../src/kernel/errors.ts';

const all = Object.entries<{ code: number; status: number }>(errors);

test('every error has a name in camelCase, a code of its own and a status of failure', () => {
  const first = new Map<number, string>();
  for (const [name, { code, status }] of all) {
    assert.match(name, /^[a-z]+([A-Z][a-z0-9]*)*$/);
    assert.equal(first.get(code), undefined, `${name} and ${first.get(code)} are both ${code}`);
    first.set(code, name);
    assert.ok(status >= 400 && status < 600, name);
  }
});

test('codes say whose fault it is', () => {
  for (const [name, { code, status }] of all) {
    if (code < 5000) assert.ok(code >= 4000 && status < 500, name);
    else if (code < 6000) assert.ok(status >= 500, name);
    else assert.ok(code >= 8000 && code < 9000 && (status === 401 || status === 403), name);
  }
  assert.equal(errors.tokenExpired.code, 8007);
});

test('a failure carries its name and detail', () => {
  const failure = new Failure('nameTaken', { name: 'Dam' });
  assert.equal(failure.name, 'nameTaken');
  assert.deepEqual(failure.detail, { name: 'Dam' });
  assert.ok(failure instanceof Error);
});
