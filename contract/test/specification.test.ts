/** docs/specification.md names the calls of the specification: what it says is served must be declared. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { aliasRoutes } from '../src/kernel/aliases.ts';
import type { Route } from '../src/kernel/route.ts';
import { registry } from '../src/registry.ts';

const page = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
/** Calls in backticks: `GET /projects/{projectId}`. */
const named = new Set(
  Array.from(page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]+)`/g), (match) => match[1] ?? ''),
);
const routes = Object.values(registry).flatMap((own) => Object.values<Route>(own));
const callOf = ({ method, path }: Route) => `${method} ${path}`;

test('every call on the page is served', () => {
  assert.ok(named.size > 100, `only ${named.size} calls were found on the page`);
  const served = new Set(routes.flatMap((route) => [route, ...aliasRoutes(route)]).map(callOf));
  assert.deepEqual(
    [...named].filter((call) => !served.has(call)),
    [],
  );
});

test('every alias is on the page', () => {
  const aliases = routes.flatMap(aliasRoutes).map(callOf);
  assert.ok(aliases.length > 0);
  assert.deepEqual(
    aliases.filter((call) => !named.has(call)),
    [],
  );
});

test('an address that names one record asks for nothing beside it', () => {
  const lacking = routes.flatMap((route) =>
    aliasRoutes(route).filter(
      ({ path, within, row }) =>
        within !== undefined &&
        row === undefined &&
        !path.includes(`{${within}}`) &&
        Array.from(path.matchAll(/\{(\w+)Id\}/g)).length > 0,
    ),
  );
  assert.deepEqual(lacking.map(callOf), []);
});

test('a row says where its call is served, or that it is not built', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Call|---) /.test(line));
  const silent = rows.filter((row) => !/^\| [^|]+ \| (`[A-Z]+ \/[^`]+`|Not built) \|/.test(row));
  assert.deepEqual(silent, []);
});
