/** What programs of other houses do: page by id, say who they are by HTTP Basic, follow links from outside, try to write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSensorThings } from '../../../../test/sensorthings-world.ts';

const things = await openSensorThings();
const { root, token, get, list, server, world, level } = things;
const sets = 'Things Locations Datastreams Sensors ObservedProperties Observations FeaturesOfInterest'.split(' ');

test('request-data/orderby: every set can be put in the order of its ids, both ways', async () => {
  for (const set of [...sets, 'HistoricalLocations'])
    for (const id of ['id', '@iot.id']) {
      const get = async (order: string) => {
        const all = await things.walk(`${set}?$top=500&$orderby=${encodeURIComponent(order)}`);
        return all.map((each) => each['@iot.id']);
      };
      assert.deepEqual((await get(`${id} desc`)).reverse(), await get(id), `${set} by ${id}`);
    }
  const [first, second] = await Promise.all([list('Things?$orderby=id'), list('Things?$orderby=description,id desc')]);
  assert.equal(first.length, second.length);
  const page = (await get(`${level}/Observations?$top=2&$skip=1&$orderby=id desc`)).body;
  assert.deepEqual(
    page.value.map((each) => each['result']),
    [29.8, 29.7],
  );
  assert.equal((await get(page['@iot.nextLink']!.toString().slice(root.length + 1))).body.value[0]!['result'], 29.6);
});

test('an access token is taken as the password of HTTP Basic, and a 401 says so', async () => {
  const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}` });
  const get = (headers: Record<string, string>, path = '/Things') => fetch(`${root}${path}`, { headers });
  assert.equal((await get(basic(token))).status, 200);
  assert.equal((await get(basic(token), '')).status, 200);
  const refused = [{}, basic('nonsense'), basic(world.admin.token), basic('')];
  for (const headers of refused) {
    const answer = await get(headers as Record<string, string>);
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get('www-authenticate')!, /Bearer realm=.*Basic realm=/);
  }
  // Nowhere else: a browser that is asked for a password would send it with every call.
  const elsewhere = await fetch(`${server.url}/api/projects`, { headers: basic(token) });
  assert.equal(elsewhere.status, 401);
  assert.doesNotMatch(elsewhere.headers.get('www-authenticate')!, /Basic/);
});

test('links begin with the public address, whatever the request came to', async () => {
  const access = server.access as { publicUrl: string | null };
  const base = 'https://monitor.example.org:8443/plumb';
  access.publicUrl = base;
  try {
    const service = (await get('')).body.value as unknown as { url: string }[];
    assert.ok(
      service.every(({ url }) => url.startsWith(`${base}/api/sensorthings/v1.1/`)),
      JSON.stringify(service),
    );
    const page = (await get('Datastreams?$top=1')).body;
    assert.ok(String(page['@iot.nextLink']).startsWith(`${base}/api/`));
    assert.ok(String(page.value[0]!['Thing@iot.navigationLink']).startsWith(`${base}/api/`));
  } finally {
    access.publicUrl = null;
  }
  assert.ok(String((await get('Datastreams?$top=1')).body['@iot.nextLink']).startsWith(root));
});

test('nothing is written here, and nothing lies inside of a text', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const path of ['', '/Things', `/Things(${world.structureId})`]) {
      const answer = await fetch(`${root}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
        body: '{',
      });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'], `${method} ${path}`);
    }
  for (const path of ['name/Datastreams', 'name/more/$value', 'properties/project/inside'])
    assert.equal((await get(`Things(${world.structureId})/${path}`)).status, 404, path);
});

test('the length of a line that is written out', async () => {
  const filter = (text: string) => `Things?$filter=${encodeURIComponent(text)}`;
  const all = (await list('Things')).length;
  assert.equal((await list(filter("geo.length(geography'LINESTRING(0 0, 3 4, 3 5)') eq 6"))).length, all);
  assert.equal((await list(filter("geo.length(geography'POINT(1 1)') gt 0"))).length, 0);
});
