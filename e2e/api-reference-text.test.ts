/** The API reference: what its search finds, and the lines that it gives for a terminal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '../server/src/kernel/openapi.document.ts';
import { addressOf, curlOf, exampleOf, missingOf } from '../web/src/screens/api-reference/call-text.ts';
import { finderOf } from '../web/src/screens/api-reference/find-operations.ts';
import { type ApiDocument, referenceOf } from '../web/src/screens/api-reference/reference-document.ts';

const { operations, wings } = referenceOf(openApi() as unknown as ApiDocument);
const find = finderOf(operations);
const operation = (id: string) => {
  const match = operations.find(({ operationId }) => operationId === id);
  assert.ok(match, id);
  return match;
};

test('every operation lies in a feature of a wing', () => {
  const listed = wings.flatMap(({ features }) => features.flatMap((each) => each.operations));
  assert.equal(listed.length, operations.length);
  for (const { features } of wings) for (const each of features) assert.ok(each.operations.length > 0, each.feature);
});

test('every word must be found, and names count more than descriptions', () => {
  const all = find('silences');
  const fewer = find('silences post');
  assert.ok(fewer.length > 0 && fewer.length < all.length);
  assert.equal(find('silences create')[0]?.operationId, 'silences.create');
  assert.deepEqual(find('silences nonsuchthing'), []);
  assert.deepEqual(find('  '), []);
  assert.ok(
    find('POST /alert-rules').some(({ operationId }) => operationId === 'alertRules.create'),
    'by another address',
  );
  assert.ok(find('webhooks emails').length < 20, 'by words of descriptions');
});

test('a call is written as an address and as a line for a terminal, with everything in quotes', () => {
  const remove = operation('imports.removeEntry');
  const callInput = {
    values: { pointId: '7', times: '["2026-03-01T00:00:00Z","2026-03-02T00:00:00Z"]', reason: 'a b' },
    body: '',
  };
  assert.equal(
    addressOf(remove, callInput),
    '/api/measuring-points/7/artificial-data?times=2026-03-01T00%3A00%3A00Z&times=2026-03-02T00%3A00%3A00Z&reason=a+b',
  );
  assert.deepEqual(missingOf(remove, { values: {}, body: '' }), ['pointId', 'times']);
  const update = operation('users.updateProfile');
  assert.equal(
    curlOf(update, { values: {}, body: '{ "displayName": "O\'Neill" }' }, 'https://a.example/plumb'),
    `curl -X PATCH 'https://a.example/plumb/api/profile' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"displayName":"O'\\''Neill"}'`,
  );
  assert.deepEqual(JSON.parse(exampleOf(update).body), { displayName: 'Zhang Wei' });
});
