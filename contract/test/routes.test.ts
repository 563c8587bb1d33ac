/** What holds for every route of the product, now and later. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { aliasRoutes, placeFields } from '../src/kernel/aliases.ts';
import { errors } from '../src/kernel/errors.ts';
import { permissions } from '../src/kernel/permissions.ts';
import { route as declare, type Route } from '../src/kernel/route.ts';
import { tags } from '../src/kernel/tags.ts';
import { registry } from '../src/registry.ts';

const routes: readonly (readonly [name: string, route: Route])[] = Object.entries(registry).flatMap(([feature, own]) =>
  Object.entries<Route>(own).flatMap(([name, route]) => [
    [`${feature}.${name}`, route] as const,
    ...aliasRoutes(route).map((alias) => [`${feature}.${name} as alias`, alias] as const),
  ]),
);
const schemaOf = (route: Route) => route.input as unknown as z.ZodType;
const fieldsOf = (route: Route) => {
  const schema = z.toJSONSchema(schemaOf(route), { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema.properties ?? {});
};
const inPath = (route: Route) => [...route.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!);

describe('every route', () => {
  for (const [name, route] of routes) {
    test(`${name}: ${route.method} ${route.path}`, () => {
      assert.match(route.path, /^(\/([a-z0-9.-]+|\{[a-z]\w*\}))+$/, 'path');
      const fields = fieldsOf(route);
      for (const field of inPath(route)) assert.ok(fields.includes(field), `{${field}} is no field of the input`);
      if (route.within) assert.ok(fields.includes(route.within), `within ${route.within} is no field of the input`);
      assert.ok(
        ['signed-in', 'anyone', 'device', 'feed', 'vendor', ...permissions].includes(route.needs),
        `needs ${route.needs}`,
      );
      assert.match(route.summary, /^\p{Lu}.*\.$/su, 'the summary is a sentence');
      for (const error of route.fails ?? []) assert.ok(error in errors, error);
      assert.equal(new Set(route.fails).size, route.fails?.length ?? 0, 'each error once');
      if (route.kind === 'upload') assert.ok(route.upload, 'an upload declares what it accepts');
      if (route.example !== undefined) {
        const { error } = schemaOf(route).safeParse(route.example);
        assert.equal(error, undefined, error && z.prettifyError(error));
      }
    });
  }
});

test('an alias has no id that nothing could check', () => {
  for (const [name, route] of routes)
    for (const alias of route.aliases ?? []) {
      const checkable = route.within ? ['projectId', 'corporationId'] : ['userId', 'corporationId'];
      const unchecked = placeFields(route, alias).filter((field) => !checkable.includes(field));
      assert.deepEqual(unchecked, [], `${name} at ${alias.path}`);
    }
});

test('a method and a path lead to one route, whatever its fields are called', () => {
  const places = routes.map(
    ([name, { method, path }]) => [`${method} ${path.replace(/\{\w+\}/g, '{}')}`, name] as const,
  );
  const first = new Map<string, string>();
  for (const [place, name] of places) {
    assert.equal(first.get(place), undefined, `${name} and ${first.get(place)} are both ${place}`);
    first.set(place, name);
  }
});

describe('what a route shows and changes', () => {
  const isTags = (each: Route['shows']) =>
    each !== undefined && ('nothing' in each ? each.nothing.length > 10 : each.every((tag) => tags.includes(tag)));
  for (const [name, route] of routes) {
    const reads = route.method === 'GET' || route.readOnly === true;
    test(`${name} says what it ${reads ? 'shows' : 'changes'}`, () => {
      assert.ok(isTags(reads ? route.shows : route.changes), 'tags, or the reason why there are none');
      assert.equal(reads ? route.changes : route.shows, undefined, 'a route either reads or writes');
      for (const list of [route.shows, route.changes])
        if (Array.isArray(list)) assert.equal(new Set(list).size, list.length, 'each tag once');
    });
  }

  test('a write changes what the record that it guards is shown by', () => {
    for (const [feature, own] of Object.entries<Record<string, Route>>(registry))
      for (const [name, route] of Object.entries(own)) {
        if (!route.guards) continue;
        const shown = own[route.guards.read]?.shows;
        const changed = route.changes;
        assert.ok(
          Array.isArray(shown) && Array.isArray(changed) && shown.some((tag) => changed.includes(tag)),
          `${feature}.${name} does not change what ${feature}.${route.guards.read} shows`,
        );
      }
  });

  test('every tag is shown by something, and what is written is shown', () => {
    const listed = (key: 'shows' | 'changes') =>
      new Set(routes.flatMap(([, route]) => (Array.isArray(route[key]) ? (route[key] as readonly string[]) : [])));
    const [shown, changed] = [listed('shows'), listed('changes')];
    assert.deepEqual(
      tags.filter((tag) => !shown.has(tag)),
      [],
      'tags that nothing shows',
    );
    assert.deepEqual(
      tags.filter((tag) => !changed.has(tag)),
      [],
      'tags that nothing changes',
    );
  });
});

test('a route that asks for no permission says which access tokens may call it', () => {
  const open = { method: 'GET', path: '/open', summary: 'Opens.', needs: 'signed-in' } as const;
  // @ts-expect-error: without `tokens` it does not compile.
  declare({ ...open, input: z.object({}), reply: z.object({}) });
  declare({ ...open, tokens: 'none', input: z.object({}), reply: z.object({}) });
  const silent = routes.filter(([, { needs, tokens }]) => needs === 'signed-in' && tokens === undefined);
  assert.deepEqual(silent, []);
});
