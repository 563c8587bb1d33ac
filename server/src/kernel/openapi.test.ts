/** The document by the letter of OpenAPI 3.1, and by what its readers need of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { errors } from '@plumbline/contract/kernel/errors';
import { featureMeanings } from '@plumbline/contract/kernel/meanings/features';
import { fieldMeanings } from '@plumbline/contract/kernel/meanings/fields';
import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { openApi } from './openapi.document.ts';
import { type JsonSchema, nameOfRef } from './openapi.shape-names.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}
interface Body {
  readonly required: boolean;
  readonly content: Record<string, { readonly schema: JsonSchema; readonly example?: Record<string, unknown> }>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: Body;
  readonly responses: Record<string, unknown>;
  readonly 'x-also-at'?: readonly string[];
}

const document = openApi();
const text = JSON.stringify(document);
const { schemas } = document.components as { schemas: Record<string, JsonSchema> };
/** What a reference leads to, or the thing itself. */
function resolved<T>(value: unknown): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value as T;
  const [, , kind = '', name = ''] = $ref.split('/');
  return (document.components as unknown as Record<string, Record<string, T>>)[kind]?.[name] as T;
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { parameters = [], ...fields } = operation as Operation;
    return { path, method, ...fields, parameters: parameters.map((each) => resolved<Parameter>(each)) };
  }),
);
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id);

test('no two paths may be read as one another', () => {
  const isName = (part: string | undefined) => part?.startsWith('{') === true;
  const paths = Object.keys(document.paths).map((path) => path.split('/'));
  const mixed = paths.filter((path) =>
    paths.some((other) => {
      if (path === other || path.length !== other.length) return false;
      const pairs = path.map((part, place) => [part, other[place]] as const);
      if (!pairs.every(([a, b]) => a === b || isName(a) || isName(b))) return false;
      const names = [pairs.some(([a, b]) => isName(a) && !isName(b)), pairs.some(([a, b]) => isName(b) && !isName(a))];
      return names[0] === names[1];
    }),
  );
  assert.deepEqual(
    mixed.map((path) => path.join('/')),
    [],
  );
});

test('every operation declares the names of its path, each once', () => {
  for (const { path, parameters } of operations) {
    const declared = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    assert.deepEqual(declared.sort(), names.sort(), path);
  }
});

test('a body that a feature reads itself leaves its fields to the query, and so does a DELETE all but secrets', () => {
  const inQuery = (id: string) =>
    operationOf(id)
      ?.parameters.filter((each) => each.in === 'query')
      .map(({ name }) => name);
  assert.deepEqual(inQuery('attachments.upload'), ['name', 'kind', 'offset', 'size']);
  assert.deepEqual(inQuery('projects.remove'), ['data']);
  assert.match(JSON.stringify(operationOf('projects.remove')?.requestBody), /"password"/);
});

test('every reference leads somewhere, and no shape has a name of the schema library', () => {
  assert.deepEqual(
    Object.keys(schemas).filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name)),
    [],
  );
  assert.doesNotMatch(text, /__schema|\$defs/);
  for (const [, $ref] of text.matchAll(/"\$ref":"([^"]+)"/g)) assert.ok(resolved({ $ref }), $ref);
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  assert.deepEqual(
    Object.keys(schemas).filter((name) => !used.has(name)),
    [],
    'shapes to which nothing refers',
  );
});

/** Every schema of the document with its place. Walked with a list: shapes may hold themselves. */
function* everySchema(): Generator<{ schema: JsonSchema; place: string }> {
  const left: { value: unknown; place: string }[] = [
    ...operations.map(({ operationId, requestBody, responses, parameters }) => ({
      value: { requestBody, responses, parameters },
      place: operationId,
    })),
    ...Object.entries(schemas).map(([name, value]) => ({ value, place: name })),
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, place } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield { schema: value as JsonSchema, place };
    for (const [key, each] of Object.entries(value))
      if (key !== 'example' && key !== 'default') left.push({ value: each, place: `${place}/${key}` });
  }
}

/** The words of a text without those that say nothing, singular. */
const wordsOf = (described: string) =>
  (
    described
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .filter((word) => !/^(?:the|an?|of|its|it|is|in|to|this)$/.test(word))
    .map((word) => word.replace(/s$/, ''));
/** Returns whether a description says no more than the name, which an id or the name of something may. */
const repeats = (name: string, described: string) =>
  !/(?:Id|Ids|Name|Names)$/.test(name) && wordsOf(described).every((word) => wordsOf(name).includes(word));

test('every parameter, field and tag says what it is, in more than its own name', () => {
  const silent: string[] = [];
  const checkOne = (name: string, description: string | undefined, place: string) => {
    if (description === undefined || description.trim() === '') silent.push(`${place} ${name} says nothing`);
    else if (repeats(name, description)) silent.push(`${place} ${name}: ${description}`);
  };
  for (const { parameters, operationId } of operations)
    for (const { name, description } of parameters) checkOne(name, description, operationId);
  for (const { schema, place } of everySchema())
    if (typeof schema.properties === 'object' && schema.type === 'object')
      for (const [name, field] of Object.entries(schema.properties as Record<string, JsonSchema>))
        checkOne(name, (field.description ?? resolved<JsonSchema>(field).description) as string | undefined, place);
  assert.deepEqual([...new Set(silent)], []);
  assert.ok((document.info.description ?? '').length > 200);
  assert.deepEqual(document.tags.map(({ name }) => name).sort(), Object.keys(registry).sort());
  for (const { name, description } of document.tags) assert.ok(description.length > 15, name);
});

test('the words of fields are each used, and each written once', () => {
  const names = new Set([...everySchema()].flatMap(({ schema }) => Object.keys((schema.properties ?? {}) as object)));
  for (const { parameters } of operations) for (const { name } of parameters) names.add(name);
  assert.deepEqual(
    Object.keys(fieldMeanings).filter((key) => !names.has(key.slice(key.lastIndexOf('.') + 1))),
    [],
  );
  const wings = Object.values(featureMeanings).flatMap((features) => Object.keys(features));
  assert.equal(new Set(wings).size, wings.length);
});

test('each example of the contract stands in the document, and each body has one', () => {
  let examples = 0;
  for (const [feature, routes] of Object.entries(registry as Record<string, Record<string, Route>>))
    for (const [name, route] of Object.entries(routes)) {
      const operation = operationOf(`${feature}.${name}`);
      assert.ok(operation, `${feature}.${name}`);
      const json = operation.requestBody?.content['application/json'];
      if (json && !route.body) assert.ok(json.example, `${feature}.${name} has no example of its body`);
      if (route.example === undefined) continue;
      examples += 1;
      const inDocument = {
        ...json?.example,
        ...Object.fromEntries(operation.parameters.map((each) => [each.name, each.example])),
      };
      const template = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
      for (const [field, value] of Object.entries(route.example as object)) {
        const place = [...route.path.matchAll(/\{(\w+)\}/g)].findIndex((match) => match[1] === field);
        assert.deepEqual(
          inDocument[place === -1 ? field : (template[place] ?? field)],
          value,
          `${feature}.${name} ${field}`,
        );
      }
    }
  assert.ok(examples >= 250, String(examples));
});

test('what a query takes has its own type, what must be sent is defined, and a change must be sent', () => {
  const switches = ['dryRun', 'createStructures', 'mine', 'unread', 'mounted', 'warned', 'unbound', 'refused', 'works'];
  for (const { parameters, operationId, method, requestBody } of operations) {
    for (const each of parameters.filter((one) => one.in === 'query')) {
      const { type } = resolved<JsonSchema>(each.schema);
      if (switches.includes(each.name)) assert.equal(type, 'boolean', `${operationId} ${each.name}`);
      if (/^(?:page|pageSize|limit)$/.test(each.name) && operationId !== 'guide.get')
        assert.equal(type, 'integer', `${operationId} ${each.name}`);
    }
    if (method === 'patch' || method === 'put')
      assert.ok(requestBody === undefined || requestBody.required, operationId);
  }
  for (const { schema, place } of everySchema()) {
    if (!Array.isArray(schema.required) || schema.type !== 'object') continue;
    const defined = Object.keys((schema.properties ?? {}) as object);
    assert.deepEqual(
      (schema.required as string[]).filter((name) => !defined.includes(name)),
      [],
      place,
    );
  }
});

test('a regular expression stands where it says more than the format, and errors are those of the catalogue', () => {
  for (const { schema, place } of everySchema())
    if (['date-time', 'date', 'uuid'].includes(schema.format as string)) assert.equal(schema.pattern, undefined, place);
  const errorNames = Object.keys(errors);
  for (const { responses, operationId } of operations) {
    const described = Object.entries(responses).filter(([status]) => status !== '200');
    for (const [, response] of described)
      for (const [, name] of resolved<{ description: string }>(response).description.matchAll(/(\w+) \(\d/g))
        assert.ok(errorNames.includes(name!), `${operationId}: ${name}`);
    assert.ok(responses['default'], operationId);
  }
  assert.equal(nameOfRef('#/components/schemas/Failure'), 'Failure');
});

test('the document stays small', () => {
  // Data push brought fourteen operations and its formats, 33,000 letters of which no description stands twice; its ways to receivers,
  // assistants and Grafana some 20,000 more. What a reader waits for is the second bound: it stayed.
  assert.ok(text.length < 1_445_000, `${text.length} letters`);
  assert.ok(gzipSync(text).length < 240_000, `${gzipSync(text).length} bytes as sent`);
});
