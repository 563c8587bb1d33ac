/** The API for readers: /api/openapi.json for tools, /api/reference for people. Both are made from the contract, once. */
import { errors } from '@plumbline/contract/kernel/errors';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.document.ts';
import { type Described, describe, type JsonSchema, nameOfRef } from './openapi.ts';
import { exampleOf } from './schema-example.ts';
import { version } from './version.ts';

const hourSeconds = 3600;

/** `publicUrl` = where the calls of the document go; null = to where it was fetched. */
export function reference(app: FastifyInstance, publicUrl: string | null) {
  let document: string | undefined;
  let page: string | undefined;
  const cached = `public, max-age=${hourSeconds}`;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(publicUrl));
    return reply.header('cache-control', cached).type('application/json').send(document);
  });
  app.get('/api/reference', async (_request, reply) => {
    page ??= render();
    return reply.header('cache-control', cached).type('text/html; charset=utf-8').send(page);
  });
  // A file of its own: the content security policy takes no styles written into the page.
  app.get('/api/reference.css', async (_request, reply) =>
    reply.header('cache-control', cached).type('text/css; charset=utf-8').send(css),
  );
}

const html = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function render(): string {
  const { routes, schemas } = describe();
  const features = [...new Set(routes.map((each) => each.feature))];
  const of = (feature: string) => routes.filter((each) => each.feature === feature && each.aliasOf === null);
  const named = Object.entries(schemas);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plumbline API ${html(version)}</title><link rel="stylesheet" href="/api/reference.css"></head><body>
<nav aria-label="Features"><h2>Plumbline API</h2>${features
    .map(
      (feature) =>
        `<details><summary><a href="#${feature}">${feature}</a></summary><ul>${of(feature)
          .map((each) => `<li><a href="#${anchor(each)}">${html(each.name)}</a></li>`)
          .join('')}</ul></details>`,
    )
    .join('')}<p><a href="#shapes">Shapes</a></p><p><a href="#errors">Errors</a></p></nav>
<main><h1>Plumbline API <small>${html(version)}</small></h1>
<p>Every call goes to <code>/api</code> with JSON, and with <code>Authorization: Bearer TOKEN</code>: a session token from
<a href="#sessions.signin">sign-in</a>, or an <a href="#users.createToken">access token</a> for programs. A failure is
<code>{ "error", "code", "detail" }</code> with the HTTP status of the <a href="#errors">catalogue</a>. For tools:
<a href="/api/openapi.json">openapi.json</a>.</p>
${features
  .map(
    (feature) =>
      `<section><h2 id="${feature}">${feature}</h2>${of(feature)
        .map((each) => article(each, schemas))
        .join('')}</section>`,
  )
  .join('\n')}
<section><h2 id="shapes">Shapes</h2>${named
    .map(([name, schema]) => `<h3 id="shape-${name}">${name}</h3>${fields(schema)}`)
    .join('')}</section>
<section><h2 id="errors">Errors</h2><table><thead><tr><th>Error</th><th>Code</th><th>Status</th></tr></thead><tbody>${Object.entries(
    errors,
  )
    .map(
      ([name, { code, status }]) =>
        `<tr id="error-${name}"><td><code>${name}</code></td><td>${code}</td><td>${status}</td></tr>`,
    )
    .join('')}</tbody></table></section></main></body></html>`;
}

const anchor = ({ feature, name }: Described) => `${feature}.${name}`;

function article(each: Described, schemas: Record<string, JsonSchema>): string {
  const { route, parameters, body, reply, fails } = each;
  const rows = parameters.map((parameter) => ({ ...parameter, where: parameter.in as string }));
  const inBody = Object.entries((body?.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    schema,
    required: ((body?.required ?? []) as string[]).includes(name),
    where: 'body',
  }));
  const all = [...rows, ...inBody];
  const within = route.within ? ` at <code>${route.within}</code>` : '';
  const aliases = (route.aliases ?? []).map(
    ({ method = route.method, path }) => `<code>${method} /api${html(path)}</code>`,
  );
  return `<article id="${anchor(each)}"><h3><span class="method">${route.method}</span> <code>/api${html(route.path)}</code></h3>
<p>${html(route.summary)}</p>${aliases.length > 0 ? `<p>Also at ${aliases.join(', ')}.</p>` : ''}<p class="needs">Needs <code>${html(route.needs)}</code>${within}${
    route.upload ? ` · accepts ${html(route.upload.types.join(', '))} up to ${route.upload.maxBytes} bytes` : ''
  }</p>
${all.length > 0 ? `<h4>Input</h4>${table(all)}` : ''}
<h4>Reply</h4>${route.kind === 'download' ? '<p>A file.</p>' : fields(reply)}
<h4>Errors</h4><p>${fails.map((name) => `<a href="#error-${name}"><code>${name}</code></a>`).join(' ')}</p>
<pre>${html(curl(each, schemas))}</pre></article>`;
}

interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly where?: string;
}

function fields(schema: JsonSchema): string {
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  if (!properties || Object.keys(properties).length === 0) return `<p>${typeOf(schema) || 'Nothing.'}</p>`;
  const required = (schema.required ?? []) as string[];
  return table(
    Object.entries(properties).map(([name, each]) => ({ name, schema: each, required: required.includes(name) })),
  );
}

function table(rows: readonly Row[]): string {
  return `<table><tbody>${rows
    .map(
      ({ name, schema, required, where }) =>
        `<tr><td><code>${html(name)}</code>${required ? '' : ' <small>optional</small>'}</td>${
          where ? `<td>${where}</td>` : ''
        }<td>${typeOf(schema)}</td><td>${html(String(schema.description ?? ''))}</td></tr>`,
    )
    .join('')}</tbody></table>`;
}

/** A schema in a few words, as HTML. */
function typeOf(schema: JsonSchema): string {
  const ref = schema.$ref as string | undefined;
  if (ref) {
    const name = nameOfRef(ref);
    return `<a href="#shape-${name}">${name}</a>`;
  }
  if (schema.description === 'Any JSON value') return 'any JSON';
  const values = schema.enum as unknown[] | undefined;
  if (values) return values.map((value) => `<code>${html(String(value))}</code>`).join(' ');
  const any = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (any) return any.map(typeOf).join(' or ');
  const preset =
    schema.default === undefined ? '' : `, <code>${html(JSON.stringify(schema.default))}</code> unless told`;
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as JsonSchema) || 'anything'}${preset}`;
  if (schema.properties)
    return `{ ${Object.entries(schema.properties as Record<string, JsonSchema>)
      .map(([name, each]) => `${html(name)}: ${typeOf(each)}`)
      .join(', ')} }${preset}`;
  if (schema.additionalProperties)
    return `by name: ${typeOf(schema.additionalProperties as JsonSchema) || 'anything'}${preset}`;
  return `${html(String(schema.type ?? (schema.const === undefined ? '' : JSON.stringify(schema.const))))}${rangeOf(schema)}${preset}`;
}

function rangeOf(schema: JsonSchema): string {
  const far = (value: unknown) => Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER;
  const parts: string[] = [];
  const low = schema.minimum ?? schema.minLength;
  const high = schema.maximum ?? schema.maxLength;
  if (schema.exclusiveMinimum !== undefined) parts.push(`above ${schema.exclusiveMinimum}`);
  if (low !== undefined && !far(low)) parts.push(`from ${low}`);
  if (high !== undefined && !far(high)) parts.push(`to ${high}`);
  return parts.length > 0 ? ` <small>${parts.join(' ')}</small>` : '';
}

function curl({ route, parameters, body }: Described, schemas: Record<string, JsonSchema>): string {
  const example = (route.example ?? exampleOf(body ?? {}, schemas)) as Record<string, unknown>;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(example[name] ?? (name === 'sncode' ? 'VW8-0001' : 1)),
  );
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map((each) => `${each.name}=${example[each.name] ?? (each.schema.type === 'string' ? 'text' : 1)}`);
  const lines = [
    `curl -X ${route.method} 'http://127.0.0.1:8080/api${path}${query.length ? `?${query.join('&')}` : ''}'`,
  ];
  if (route.needs === 'device' || route.needs === 'feed') lines.push("-H 'Authorization: Bearer SECRET'");
  else if (route.needs === 'vendor') lines.push("-H 'X-Slack-Signature: v0=SIGNATURE'");
  else if (route.needs !== 'anyone') lines.push("-H 'Authorization: Bearer TOKEN'");
  if (route.kind === 'upload') lines.push(`-F 'file=@picture.png;type=${route.upload?.types[0]}'`);
  else if (body) {
    const names = Object.keys((body.properties ?? {}) as object);
    const sent = Object.fromEntries(names.filter((name) => name in example).map((name) => [name, example[name]]));
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(sent)}'`);
  }
  return lines.join(' \\\n  ');
}

const css = `:root{color-scheme:light dark;--line:#8884;--quiet:#888;--accent:light-dark(#0a62b8,#6cb6ff)}
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:230px minmax(0,1fr);background:light-dark(#fff,#14181d);color:light-dark(#1a1d21,#dfe3e8)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;box-sizing:border-box;border-right:1px solid var(--line)}
nav ul{list-style:none;margin:0 0 8px;padding-left:20px}main{padding:16px 32px 80px;max-width:1000px}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}code,pre{font-family:ui-monospace,monospace;font-size:13px}
article{border-top:1px solid var(--line);padding:8px 0 16px}article:target{border-left:3px solid var(--accent);padding-left:12px}
h3{margin:8px 0;font-weight:600}h3 code{font-size:15px}.method{color:var(--accent);font-size:13px}.needs,small{color:var(--quiet)}
h4{margin:12px 0 4px;font-size:13px;color:var(--quiet)}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:3px 12px 3px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
pre{background:light-dark(#f3f5f7,#0c0f12);padding:12px;overflow:auto;border-radius:4px}
@media(max-width:700px){body{display:block}nav{position:static;height:auto;border:0}main{padding:16px}}`;
