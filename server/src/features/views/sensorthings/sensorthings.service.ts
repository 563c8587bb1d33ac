/**
 * OGC SensorThings API 1.1, reading: what a program of somebody else's asks of our structures, points and readings.
 * Invariant: an answer is made from the caller's own views of the entity sets (sensorthings.sets.table.ts) and from
 * nothing else, so no path, filter, expansion or count reaches a project whose data it may not read.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { sensorthings } from '@plumbline/contract/views/sensorthings';
import { resourceOf } from '@plumbline/science/odata/path';
import type { Context } from '../../../kernel/context.ts';
import type { Document } from '../../../kernel/serve.ts';
import { entityOf, type Json, queryText } from './logic/answers.ts';
import { expandRows, type Run, spend } from './logic/expand.ts';
import { conformance, model, type Resource, type Step, setNames } from './logic/model.ts';
import { Store } from './logic/observations.ts';
import { type Query, queryOf, refuse, type Written } from './logic/options.ts';
import { type Listed, observations, oneObservation, withoutObservations } from './logic/readings.ts';
import { count, type EntityName, exists, page, scopeOf } from './sensorthings.entities.table.ts';
import { inSnapshot } from './sensorthings.snapshot.table.ts';

const rootPath = '/api/sensorthings/v1.1';
const asJson = (value: unknown): Document => ({ type: 'application/json', text: JSON.stringify(value) });
const emptyDocument: Document = { type: 'application/json', text: '' };

export async function root({ origin }: Context): Promise<Document> {
  return asJson({
    value: setNames.map((name) => ({ name, url: `${origin}${rootPath}/${name}` })),
    serverSettings: { conformance },
  });
}

export async function read(
  context: Context,
  { path, ...options }: OutputOf<typeof sensorthings.read.input>,
): Promise<Document> {
  if (path === '') return root(context);
  const written = writtenOf(options);
  const resource = resourceOf(model, path);
  if (!resource) throw nowhere(path);
  return inSnapshot(context, async (scope) => {
    const run: Run = { scope, store: new Store(scope), root: `${context.origin}${rootPath}`, entities: 0 };
    const last = await withoutObservations(run, resource.last, path);
    const { above } = last;
    if (above && !(await exists(scope, above.set as EntityName, scopeOf(scope.views, above)))) throw nowhere(path);
    const request = { ...resource, last };
    if (resource.part === 'property' || resource.part === 'value') return property(run, request, written, path);
    return resource.single ? single(run, request, written, path) : collection(run, request, written, path);
  });
}

const nowhere = (path: string) => new Failure('notFound', { path });

/** The options as texts. Throws badInput for one that begins with a dollar sign and is none of the standard's. */
function writtenOf(options: Record<string, unknown>): Written {
  const optionNames = [
    '$filter',
    '$orderby',
    '$top',
    '$skip',
    '$skiptoken',
    '$select',
    '$expand',
    '$count',
    '$resultFormat',
  ];
  const unknown = Object.keys(options).find((name) => name.startsWith('$') && !optionNames.includes(name));
  if (unknown)
    throw new Failure('badInput', [{ path: unknown, message: `There is no option "${unknown}"`, code: 'custom' }]);
  return Object.fromEntries(
    optionNames.flatMap((name) => (options[name] === undefined ? [] : [[name, String(options[name])] as const])),
  );
}

const ofMany = ['$filter', '$orderby', '$top', '$skip', '$skiptoken', '$count', '$resultFormat'];
const links: Pick<Query, 'select' | 'expand'> = { select: new Set(['@iot.selfLink']), expand: [] };

async function single(run: Run, { last, part: kind }: Resource, written: Written, path: string): Promise<Document> {
  refuse(written, ofMany, 'one entity');
  if (kind === 'links') refuse(written, ['$select', '$expand'], '$ref');
  const query = { ...queryOf(last.set, written), ...(kind === 'links' && links) };
  return asJson(await entity(run, last, query, path));
}

/** The one entity that a step leads to. Throws notFound. */
async function entity(run: Run, step: Step, query: Query, path: string): Promise<Json> {
  if (step.set === 'Observations') return oneObservation(run, step, query, path);
  const [row] = await page(run.scope, step.set, scopeOf(run.scope.views, step), query, 1);
  if (!row) throw nowhere(path);
  const inside = await expandRows(run, step.set, [row], query.expand);
  return entityOf(run.root, step.set, row, query, elementAt(inside, 0));
}

async function property(run: Run, resource: Resource, written: Written, path: string): Promise<Document> {
  refuse(written, [...ofMany, '$select', '$expand'], 'a property');
  const { last, property: names, part: kind } = resource;
  const query = { ...queryOf(last.set, {}), select: new Set(names.slice(0, 1)) };
  let value: unknown = await entity(run, last, query, path);
  for (const name of names) {
    // A text or a number has nothing inside; what an open property does not hold may be there another time.
    if (value !== null && typeof value !== 'object') throw nowhere(path);
    value = value !== null && Object.hasOwn(value, name) ? (value as Json)[name] : null;
  }
  if (value === null) return emptyDocument;
  if (kind === 'property') return asJson({ [elementAt(names, -1)]: value });
  return typeof value === 'object' ? asJson(value) : { type: 'text/plain; charset=utf-8', text: String(value) };
}

async function collection(run: Run, { last, part: kind }: Resource, written: Written, path: string): Promise<Document> {
  const { set } = last;
  if (kind === 'links') refuse(written, ['$select', '$expand', '$resultFormat'], '$ref');
  if (set !== 'Observations') refuse(written, ['$skiptoken'], set);
  const query = { ...queryOf(set, written), ...(kind === 'links' && links) };
  const { value, next, total } =
    set === 'Observations' ? await observations(run, last, query) : await entities(run, last, query);
  const { $skip: _, $skiptoken: __, ...options } = written;
  return asJson({
    ...(total !== null && { '@iot.count': total }),
    ...(next && { '@iot.nextLink': `${run.root}/${encodeURI(path)}${queryText({ ...options, ...next })}` }),
    value,
  });
}

async function entities(run: Run, step: Step, query: Query): Promise<Listed> {
  const set = step.set as EntityName;
  const scope = scopeOf(run.scope.views, step);
  const found = query.top === 0 ? [] : await page(run.scope, set, scope, query, query.top + 1);
  const rows = found.slice(0, query.top);
  spend(run, rows.length);
  const inside = await expandRows(run, set, rows, query.expand);
  return {
    value: rows.map((row, i) => entityOf(run.root, set, row, query, elementAt(inside, i))),
    next: found.length > query.top ? { $skip: String(query.skip + query.top) } : null,
    total: query.count ? await count(run.scope, set, scope, query) : null,
  };
}
