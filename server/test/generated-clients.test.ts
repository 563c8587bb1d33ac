/**
 * Clients that two generators make of the document compile strictly with every example typed in, and run them: openapi-typescript with
 * openapi-fetch, and @hey-api/openapi-ts.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire, findPackageJSON, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openApi } from '../src/kernel/openapi.document.ts';
import { makeWorld, startServer, type TestServer } from './harness.ts';
import { makeIds } from './route-inputs.ts';

const load = createRequire(import.meta.url);
/** The modules of a package. */
const moduleOf = (name: string): string => {
  const at = findPackageJSON(name, import.meta.url);
  assert.ok(at, `${name} is not installed`);
  return join(dirname(at), 'dist/index.mjs');
};
const types = moduleOf('openapi-typescript');
const fetcher = moduleOf('openapi-fetch');
const sdk = moduleOf('@hey-api/openapi-ts');
// It prints types by the compiler of old, and would find the new one beside itself, which prints none.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      specifier === 'typescript' && context.parentURL?.includes('/@hey-api/')
        ? { ...context, parentURL: import.meta.url }
        : context,
    ),
});

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly 'x-permission': string;
  readonly parameters?: readonly ({ $ref: string } | Parameter)[];
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> };
}
/** An example as a client takes it: what goes into the path, the query and the body. */
interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parts: { path?: object; query?: object; body?: unknown };
}

const document = openApi();
const shared = document.components.parameters as Record<string, Parameter>;
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]): Call[] => {
    const { operationId: id, parameters = [], requestBody, 'x-permission': needs } = operation as Operation;
    if (requestBody?.content['multipart/form-data'] || ['device', 'feed', 'vendor'].includes(needs)) return [];
    const all = parameters.map((each) => ('$ref' in each ? shared[each.$ref.split('/').at(-1)!]! : each));
    const of = (place: string) =>
      Object.fromEntries(
        all
          .filter((each) => each.in === place && each.example !== undefined)
          .map(({ name, example }) => [name, example]),
      );
    const body = requestBody?.content['application/json']?.example;
    const [inPath, query] = [of('path'), of('query')];
    const parts = {
      ...(Object.keys(inPath).length > 0 && { path: inPath }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { body }),
    };
    return [{ id, method: method.toUpperCase(), path, parts }];
  }),
);
const functionOf = (id: string) => id.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

let server: TestServer;
let folder: string;
before(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), 'plumbline-clients-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  // From the entry of a package to the node_modules that it lies in.
  const home = fetcher.slice(0, fetcher.lastIndexOf('node_modules') + 'node_modules'.length);
  symlinkSync(home, join(folder, 'node_modules'), 'dir');
  const options = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      types: [],
    },
    include: ['**/*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** Each error of the compiler. */
function compile(): string[] {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

/** The calls with the ids of a world: what reads first, what ends or takes away things last, and what ends the session not at all. */
async function callsInWorld(title: string) {
  const world = await makeWorld(server, title);
  const ids = (await makeIds(server, world)) as unknown as Record<string, unknown>;
  const leaves = /^(?:sessions\.|corporations\.remove|users\.(?:changePassword|endSessions)|corporationRemoval|seeAs)/;
  const rank = ({ id, method }: Call) =>
    method === 'GET' ? 0 : method === 'DELETE' || /archive|reset|clear|disable|deprecate|retire/i.test(id) ? 2 : 1;
  return {
    token: world.admin.token,
    all: calls
      .filter(({ id }) => !leaves.test(id))
      .map((call) => ({ ...call, parts: withIds(call.parts, ids) as Call['parts'] }))
      .sort((one, other) => rank(one) - rank(other)),
  };
}

function withIds(value: unknown, ids: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'number' && typeof ids[key] === 'number' ? ids[key] : withIds(each, ids),
    ]),
  );
}

/** Sends all, and says which came back as something that a client of this kind should never be answered. */
async function wrongAnswers(all: readonly Call[], send: (call: Call) => Promise<{ status: number; error: unknown }>) {
  const wrong: string[] = [];
  let done = 0;
  for (const call of all) {
    const { status, error } = await send(call);
    const { error: name, detail } = (error ?? {}) as { error?: string; detail?: unknown };
    if (status < 300) done += 1;
    // A message with blanks is the schema's own: the call was not what the route takes. Others are about the world.
    else if (
      name === undefined ||
      name === 'badBody' ||
      (name === 'badInput' && /"message":"[^"]* /.test(JSON.stringify(detail)))
    )
      wrong.push(`${call.id} ${status} ${name ?? ''} ${JSON.stringify(detail ?? '').slice(0, 160)}`);
  }
  assert.ok(done > 200, `${done} of ${all.length} were done`);
  return wrong;
}

test('openapi-typescript with openapi-fetch compiles and runs every example', async () => {
  const { default: generate, astToString } = load(types);
  const schema = astToString(await generate(JSON.stringify(document), { defaultNonNullable: false }));
  writeFileSync(join(folder, 'schema.ts'), schema);
  const lines = calls.map(({ method, path, parts: { body, ...params } }) => {
    const sent = [
      ...(Object.keys(params).length > 0 ? [`params: ${JSON.stringify(params)}`] : []),
      ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
    ];
    return `  await client.${method}('${path}', { ${sent.join(', ')} });`;
  });
  writeFileSync(
    join(folder, 'fetch-calls.ts'),
    `import createClient from 'openapi-fetch';\nimport type { paths } from './schema.ts';\nconst client = createClient<paths>({ baseUrl: '' });\nexport async function all() {\n${lines.join('\n')}\n}\n`,
  );
  assert.deepEqual(compile(), []);
  const { default: createClient } = load(fetcher);
  const { all, token } = await callsInWorld('Fetched');
  const client = createClient({ baseUrl: server.url, headers: { authorization: `Bearer ${token}` } });
  const wrong = await wrongAnswers(all, async ({ method, path, parts: { body, ...params } }) => {
    const { response, error } = await client[method](path, { params, body, parseAs: 'text' });
    return { status: response.status, error };
  });
  assert.deepEqual(wrong, []);
});

test('@hey-api/openapi-ts compiles and runs every example', async () => {
  const { createClient } = load(sdk);
  await createClient({
    input: join(folder, 'openapi.json'),
    output: { path: join(folder, 'sdk'), importFileExtension: '.ts' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  const lines = calls.map(({ id, parts }) => `  await sdk.${functionOf(id)}(${JSON.stringify(parts)});`);
  writeFileSync(
    join(folder, 'sdk-calls.ts'),
    `import * as sdk from './sdk/sdk.gen.ts';\nexport async function all() {\n${lines.join('\n')}\n}\n`,
  );
  assert.deepEqual(compile(), []);
  const functions = load(join(folder, 'sdk/sdk.gen.ts'));
  const { client } = load(join(folder, 'sdk/client.gen.ts'));
  const { all, token } = await callsInWorld('Generated');
  client.setConfig({ baseUrl: server.url, headers: { authorization: `Bearer ${token}` } });
  const wrong = await wrongAnswers(all, async ({ id, parts }) => {
    const { response, error } = await functions[functionOf(id)](parts);
    return { status: response.status, error };
  });
  assert.deepEqual(wrong, []);
});
