/** The document by the letter of OpenAPI 3.1. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from './openapi.ts';

const document = openApi();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation: operation as { parameters?: Named[] } })),
);
interface Named {
  readonly name: string;
  readonly in: string;
}

test('no two paths differ by the names in them alone', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  assert.deepEqual(
    shapes.filter((shape, place) => shapes.indexOf(shape) !== place),
    [],
  );
});

test('every operation declares the names of its path, each once', () => {
  for (const { path, operation } of operations) {
    const declared = (operation.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    assert.deepEqual(declared.sort(), names.sort(), path);
  }
});

test('a body that a feature reads itself leaves its fields to the query, and so does a DELETE all but secrets', () => {
  const inQuery = (path: string, method: string) =>
    ((document.paths[path] as Record<string, { parameters?: Named[] }>)[method]?.parameters ?? [])
      .filter((each) => each.in === 'query')
      .map(({ name }) => name);
  const upload = Object.keys(document.paths).find((path) => path.endsWith('/attachments') && path.includes('sncode'));
  assert.deepEqual(inQuery(upload ?? '', 'put'), ['name', 'kind', 'offset', 'size']);
  const remove = document.paths['/api/projects/{projectId}']?.['delete'];
  assert.deepEqual(inQuery('/api/projects/{projectId}', 'delete'), ['data']);
  assert.match(JSON.stringify((remove as { requestBody: unknown }).requestBody), /"password"/);
});

test('every reference leads to a shape, and no shape has a name of the schema library', () => {
  const names = Object.keys(document.components.schemas);
  assert.deepEqual(
    names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name)),
    [],
  );
  const text = JSON.stringify(document);
  assert.doesNotMatch(text, /__schema|\$defs/);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) assert.ok(names.includes(name!), name);
});
