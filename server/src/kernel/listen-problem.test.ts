import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenProblem } from './listen-problem.ts';

test('why a port could not be opened names its setting', () => {
  const about = { host: '10.9.8.7', port: 80, setting: 'MQTT_PORT', inUse: '.' };
  const wordsOf = (code: string) =>
    (listenProblem(Object.assign(new Error('listen'), { code }), about) as Error).message;
  assert.match(wordsOf('EACCES'), /^MQTT_PORT=80: this user may not listen there/);
  assert.match(wordsOf('EADDRNOTAVAIL'), /^HOST=10\.9\.8\.7: this machine has no such address/);
  assert.match(wordsOf('EADDRINUSE'), /^Port 80 is taken\./);
  assert.equal(wordsOf('EMFILE'), 'listen');
});
