/** The OpenAPI 3.1 document, made from the contract alone. */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { errors, everywhere } from '@plumbline/contract/kernel/errors';
import { featureMeanings } from '@plumbline/contract/kernel/meanings/features';
import { tokensOf } from '@plumbline/contract/kernel/route';
import { described, describedField } from './openapi.meanings.ts';
import { renamed, shapeOf, templatesOf } from './openapi.paths.ts';
import { type JsonSchema, SharedEntries, SharedShapes, sameShapes, withRefs } from './openapi.shape-names.ts';
import { type Described, describe, identifiesCaller, isSender } from './openapi.ts';
import { exampleOf } from './schema-example.ts';
import { version } from './version.ts';

const words = `The interface of Plumbline, which watches over structures: everything that its pages do goes through it.

Sign in with \`POST /api/signin\`, or make an access token in your profile, and send either as \`Authorization: Bearer TOKEN\`. What is
not in the path of a GET goes into the query; every other method takes a JSON object. A failure has the HTTP status of its error and the
body \`{ error, code, detail }\`. Instants are ISO 8601 in UTC, \`times\` of curves are epoch milliseconds, null means missing and never 0.
Of each operation \`x-permission\` names the permission, \`x-within\` the place at which it must be held, and \`x-access-tokens\` the
access tokens that may call it.`;

/** `publicUrl` = where the calls go; null = to where the document was fetched. */
export function openApi(publicUrl: string | null = null) {
  const { routes, schemas } = describe();
  const templates = templatesOf(routes.map(({ route }) => route.path));
  const templateOf = ({ route }: Described) => getOrThrow(templates, shapeOf(route.path));
  // One operation stands at one address; its others are named beside it, for a client needs no two functions that do the same.
  const listed = routes.filter((each) => each.aliasOf === null);
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, described(schema, [name.replace(/Input$/, '')])]),
  );
  const operations = listed.map((each) => ({
    each,
    path: `/api${templateOf(each)}`,
    ...partsOf(each, templateOf(each), schemas),
    alsoAt: (each.route.aliases ?? []).map(({ method = each.route.method, path }) => `${method} /api${path}`),
  }));
  return shared(operations, named, publicUrl);
}

type Operation = ReturnType<typeof partsOf> & {
  readonly each: Described;
  readonly path: string;
  readonly alsoAt: readonly string[];
};

/** The parts of one operation, described and with examples, each shape written out. */
function partsOf(each: Described, template: string, schemas: Record<string, JsonSchema>) {
  const { route, feature, name } = each;
  const example = (route.example ?? {}) as Record<string, unknown>;
  const parameters = renamed(each.parameters, route.path, template).map(({ schema, ...parameter }, index) => {
    const ownName = elementAt(each.parameters, index).name;
    const { description, ...plainSchema } = describedField(parameter.name, schema, [feature]);
    const value = Object.hasOwn(example, ownName)
      ? example[ownName]
      : parameter.required
        ? neededExample(ownName, schema, schemas)
        : undefined;
    return { ...parameter, description, schema: plainSchema, ...(value !== undefined && { example: value }) };
  });
  const body = each.body && described(each.body, [name, feature]);
  const fields = Object.keys((each.body?.properties ?? {}) as object);
  const exampleFields = Object.fromEntries(
    fields.filter((field) => field in example).map((field) => [field, example[field]]),
  );
  const sample = route.body || !each.body ? undefined : (exampleOf(each.body, schemas) as object);
  const bodyExample = route.example === undefined ? sample : { ...(route.body ? {} : sample), ...exampleFields };
  return {
    parameters,
    body,
    bodyExample: route.body ? undefined : bodyExample,
    reply: described(each.reply, [name, feature]),
    failed: failuresOf(each),
  };
}

function neededExample(name: string, schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  if (name === 'sncode') return 'VW8-0001';
  return exampleOf(schema, schemas);
}

/** Long because everything is counted before anything is written, over the same lists. */
function shared(operations: readonly Operation[], named: Record<string, JsonSchema>, publicUrl: string | null) {
  const same = sameShapes(named);
  for (const name of same.keys()) delete named[name];
  const unified = <T>(value: T): T => JSON.parse(withRefs(JSON.stringify(value), same)) as T;
  const ownName = unified(named);
  const all = operations.map((operation) => ({ ...operation, ...unified({ ...schemasOf(operation) }) }));
  const components: Record<string, JsonSchema> = { ...ownName };
  const shapes = new SharedShapes(components);
  for (const schema of Object.values(ownName)) shapes.countParts(schema);
  for (const { parameters, body, reply } of all) {
    for (const { schema } of parameters) shapes.count(schema);
    if (body) shapes.count(body);
    shapes.count(reply);
  }
  for (const [name, schema] of Object.entries(ownName)) components[name] = shapes.shareParts(schema, name, name);
  const written = all.map((operation) => {
    const { feature, name } = operation.each;
    const title = name.split('.')[0] ?? name;
    return {
      ...operation,
      parameters: operation.parameters.map((each) => ({
        ...each,
        schema: shapes.share(each.schema, each.name, feature),
      })),
      body:
        operation.body &&
        shapes.share(operation.body, `${feature}${title.charAt(0).toUpperCase()}${title.slice(1)}Body`, feature),
      reply: shapes.share(operation.reply, `${feature}${title.charAt(0).toUpperCase()}${title.slice(1)}Reply`, feature),
    };
  });
  const parameters = new SharedEntries('parameters');
  const responses = new SharedEntries('responses');
  for (const operation of written) {
    for (const each of operation.parameters) parameters.count(each);
    responses.count(answerOf(operation));
    for (const [, response] of operation.failed) responses.count(response);
  }
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of written) {
    const { each, path } = operation;
    paths[path] ??= {};
    paths[path][each.route.method.toLowerCase()] = operationOf(operation, parameters, responses);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version,
      description: words,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    security: [{ token: [] }],
    tags: Object.values(featureMeanings).flatMap((features) =>
      Object.entries(features).map(([name, description]) => ({ name, description })),
    ),
    'x-tagGroups': Object.entries(featureMeanings).map(([name, features]) => ({ name, tags: Object.keys(features) })),
    paths,
    components: {
      securitySchemes,
      parameters: parameters.components,
      responses: responses.components,
      schemas: inUse({ ...components, Failure: failureSchema }, [paths, parameters.components, responses.components]),
    },
  };
}

/** Those to which something leads: an input that was split over path and body leaves its name behind. */
function inUse(schemas: Record<string, JsonSchema>, roots: readonly unknown[]): Record<string, JsonSchema> {
  const namesOf = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  const used = new Set<string>();
  const left = roots.flatMap(namesOf);
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    left.push(...namesOf(schemas[name]));
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

const schemasOf = ({ parameters, body, reply }: Operation) => ({ parameters, body, reply });

function operationOf(operation: Operation, parameters: SharedEntries, responses: SharedEntries) {
  const { each, alsoAt } = operation;
  const { route, feature } = each;
  return {
    operationId: `${feature}.${each.name}`,
    tags: [feature],
    summary: route.summary,
    ...(alsoAt.length > 0 && { 'x-also-at': alsoAt }),
    'x-permission': route.needs,
    ...(route.readOnly && { 'x-read-only': true }),
    ...(identifiesCaller(route) && tokensOf(route) !== 'any' && { 'x-access-tokens': tokensOf(route) }),
    ...(route.within && { 'x-within': route.within }),
    ...(!identifiesCaller(route) && { security: isSender(route) ? [{ [route.needs]: [] }] : [] }),
    ...(operation.parameters.length > 0 && {
      parameters: operation.parameters.map((parameter) => parameters.share(parameter, parameter.name, feature)),
    }),
    ...bodyOf(operation),
    responses: {
      200: responses.share(answerOf(operation), 'answer', feature),
      ...Object.fromEntries(
        operation.failed.map(([status, response, hint]) => [status, responses.share(response, hint, feature)]),
      ),
    },
  };
}

const answerOf = ({ each: { route }, reply }: Operation) => ({
  description: route.kind === 'download' ? 'The file' : 'The answer',
  content: { [route.kind === 'download' ? 'application/octet-stream' : 'application/json']: { schema: reply } },
});

function bodyOf({ each: { route }, body, bodyExample }: Operation) {
  if (route.kind === 'upload')
    return {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: {
                file: {
                  type: 'string',
                  contentMediaType: route.upload?.types.join(', '),
                  description: `The file, ${route.upload?.maxBytes} bytes at most`,
                },
              },
              required: ['file'],
            },
          },
        },
      },
    };
  if (!body) return {};
  // A change of nothing is no change: only what has fields that all may be left out goes without a body.
  const required = ((body.required ?? []) as string[]).length > 0 || route.method === 'PATCH' || route.method === 'PUT';
  const content = { schema: body, ...(bodyExample !== undefined && { example: bodyExample }) };
  return { requestBody: { required, content: { 'application/json': content } } };
}

const failureContent = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };

/**
 * By status, the failures of an operation that are its own, and a name for what operations have in common. What many may answer
 * (bad input, not signed in, not found) is named in one answer that they share: written out by status at each, these took a fifth
 * of the document.
 */
function failuresOf({ route, fails }: Described): (readonly [string, object, string])[] {
  const ownName = fails.filter((name) => route.fails?.includes(name));
  const general = [...fails.filter((name) => !ownName.includes(name)), ...everywhere];
  const statuses = [...new Set(ownName.map((name) => errors[name].status))].sort((a, b) => a - b);
  return [
    ...statuses.map((status) => {
      const names = ownName.filter((name) => errors[name].status === status);
      const description = names.map((name) => `${name} (${errors[name].code})`).join(', ');
      return [String(status), { description, content: failureContent }, names.join('-')] as const;
    }),
    [
      'default',
      {
        description: general.map((name) => `${name} (${errors[name].status}, ${errors[name].code})`).join(', '),
        content: failureContent,
      },
      'refusals',
    ],
  ];
}

const failureSchema: JsonSchema = {
  type: 'object',
  description: 'What every failure answers',
  properties: {
    error: {
      type: 'string',
      enum: Object.keys(errors),
      description: 'Name of the error in the catalogue; it never changes',
    },
    code: { type: 'integer', description: '4xxx is about the request, 8xxx about who is asking, 5xxx ours' },
    detail: { description: 'What the error says besides, by its name; null = nothing' },
  },
  required: ['error', 'code', 'detail'],
};

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'A session token (sign-in) or an access token (profile).' },
  device: { type: 'http', scheme: 'bearer', description: "The device's own secret." },
  feed: { type: 'http', scheme: 'bearer', description: 'The secret of the feed.' },
  vendor: {
    type: 'apiKey',
    in: 'header',
    name: 'x-slack-signature',
    description: 'The signature of the vendor over the body, in the header that it publishes.',
  },
};
