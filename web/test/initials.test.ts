/** What stands for a person at the corner of every page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from '../src/app/shell/initials.ts';

test('a Chinese name is its last two characters, whatever letters stand beside it; another its first letters', () => {
  const names = ['林伟', '欧阳明华', '单点 sso.zhang', 'Lin Wei', 'zhao.min', 'demo', '单'];
  assert.deepEqual(names.map(initialsOf), ['林伟', '明华', '单点', 'LW', 'ZM', 'DE', '单']);
});
