import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countClick } from '../src/screens/professional/clicks.ts';
import { curlOf, requestOf, tokenPlaceholder } from '../src/screens/professional/requests.ts';

test('more than five clicks within two seconds are enough; slower ones never are', () => {
  const toggles = (times: readonly number[]): number[] => {
    let clicks: readonly number[] = [];
    return times.filter((at) => {
      const counted = countClick(clicks, at);
      clicks = counted.clicks;
      return counted.isEnough;
    });
  };
  assert.deepEqual(toggles([0, 100, 200, 300, 400]), [], 'five are not more than five');
  assert.deepEqual(toggles([0, 100, 200, 300, 400, 2_000]), [2_000]);
  assert.deepEqual(toggles([0, 100, 200, 300, 400, 2_101]), [], 'the first lies more than two seconds back');
  assert.deepEqual(toggles([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), [5], 'the click that toggled is not counted again');
  assert.deepEqual(toggles(Array.from({ length: 12 }, (_, i) => i)), [5, 11]);
});

test('a request of the page is a command of curl that runs in a shell, and holds no token', () => {
  const get = requestOf(['GET', '/projects/{projectId}/alerts', { projectId: 3, level: [2, 4], keyword: undefined }]);
  assert.deepEqual(get, { method: 'GET', path: '/api/projects/3/alerts?level=2&level=4', body: null });
  const post = requestOf(['POST', '/monitor/trace', { pointId: 7, field: "it's" }]);
  assert.ok(post);
  assert.equal(
    curlOf(post, 'https://plumb.example'),
    `curl -X POST -H 'Authorization: Bearer ${tokenPlaceholder}' -H 'Content-Type: application/json' -d '{"pointId":7,"field":"it'\\''s"}' 'https://plumb.example/api/monitor/trace'`,
  );
  assert.equal(requestOf(['tree', 3]), null, 'a key that is none of a route');
});
