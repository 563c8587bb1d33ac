/**
 * A JSON data source for Grafana: dashboards of others draw our points. Invariant: every list and every series is that of a
 * route, read as the caller (kernel/inner-reads.ts); what is missing is null there and stays null here.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type FamilyCode, familyCodes, fieldsOf } from '@plumbline/contract/points/families';
import { fieldWords } from '@plumbline/contract/points/families.words';
import { points } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { quantities, readings, type Series } from '@plumbline/contract/readings/readings';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { type grafana, grafanaLimits } from '@plumbline/contract/views/grafana';
import type { Context } from '../../../kernel/context.ts';
import type { ReadRoute } from '../../../kernel/inner-reads.ts';
import type { Document } from '../../../kernel/serve.ts';

type Input<R extends keyof typeof grafana> = OutputOf<(typeof grafana)[R]['input']>;
type Target = Input<'query'>['targets'][number];

const asJson = (value: unknown): Document => ({ type: 'application/json', text: JSON.stringify(value) });
const projectOf = (metric: string): number => Number(metric.slice('project-'.length));

/** Throws badInput for a field in the manner of OData: programs of others send many that are passed over, none begins so. */
function refuseOptions(input: object): void {
  const option = Object.keys(input).find((name) => name.startsWith('$'));
  if (option) throw new Failure('badInput', [{ path: option, message: 'fieldUnknown' }]);
}

const payloads = [
  { label: 'Structure', name: 'structure', type: 'select', width: 30, reloadMetric: true },
  { label: 'Points', name: 'point', type: 'multi-select', width: 60, reloadMetric: true },
  { label: 'Field', name: 'field', type: 'select', placeholder: 'First field of the point', width: 30 },
  {
    label: 'Quantity',
    name: 'quantity',
    type: 'select',
    options: quantities.map((value) => ({ label: value, value })),
    width: 20,
  },
];

export const answererOf = (read: ReadRoute) => ({
  test: async (): Promise<Document> => asJson({ status: 'ok' }),

  async metrics(context: Context, input: Input<'metrics'>): Promise<Document> {
    refuseOptions(input);
    const { projects: all } = await read(context, projects.list, {});
    const listed = all.slice(0, grafanaLimits.options);
    return asJson(listed.map(({ id, name }) => ({ label: name, value: `project-${id}`, payloads })));
  },

  async payloadOptions(context: Context, { metric, name, payload, ...others }: Input<'payloadOptions'>) {
    refuseOptions(others);
    const projectId = projectOf(metric);
    if (name === 'structure') {
      const { structures: all } = await read(context, structures.list, { projectId });
      return asJson(all.slice(0, grafanaLimits.options).map((each) => ({ label: each.name, value: String(each.id) })));
    }
    const { rows } = await read(context, points.rows, { projectId });
    if (name === 'field') return asJson(fieldOptions(rows.filter(({ id }) => payload.point.includes(id))));
    const within = payload.structure === undefined ? null : await partsOf(read, context, projectId, payload.structure);
    const offered = rows.filter(({ structureId }) => within === null || within.has(structureId));
    return asJson(offered.slice(0, grafanaLimits.options).map((row) => ({ label: row.name, value: String(row.id) })));
  },

  async query(context: Context, input: Input<'query'>): Promise<Document> {
    refuseOptions(input);
    const projectIds = new Set(shownTargets(input).map(({ target }) => projectOf(target)));
    const named = new Map<number, Named>();
    for (const projectId of projectIds) named.set(projectId, await namesOf(read, context, projectId));
    const answers = [];
    for (const target of shownTargets(input))
      answers.push(...(await seriesOf(read, context, input, target, getOrThrow(named, projectOf(target.target)))));
    return asJson(answers);
  },

  async tagKeys(_: Context, input: Input<'tagKeys'>): Promise<Document> {
    refuseOptions(input);
    return asJson(['structure', 'family'].map((text) => ({ type: 'string', text })));
  },

  async tagValues(context: Context, { key, ...others }: Input<'tagValues'>): Promise<Document> {
    refuseOptions(others);
    if (key === 'family') return asJson(familyCodes.map((text) => ({ text })));
    const { projects: all } = await read(context, projects.list, {});
    const names = new Set<string>();
    // A filter is chosen by hand from a list: the structures of so many projects are enough of one.
    for (const { id } of all.slice(0, grafanaLimits.targets))
      for (const { name } of (await read(context, structures.list, { projectId: id })).structures) names.add(name);
    return asJson([...names].slice(0, grafanaLimits.options).map((text) => ({ text })));
  },
});

/** A structure and its items. */
async function partsOf(read: ReadRoute, context: Context, projectId: number, structureId: number) {
  const { structures: all } = await read(context, structures.list, { projectId });
  return new Set(all.filter(({ id, parentId }) => id === structureId || parentId === structureId).map(({ id }) => id));
}

/** Fields of the points that were chosen, each once. */
function fieldOptions(rows: readonly PointRow[]) {
  const words = new Map<string, string>();
  for (const family of new Set(rows.map((row) => row.family as FamilyCode)))
    for (const { key, unit } of fieldsOf(family)) words.set(key, `${fieldWords[family]?.[key]?.[0] ?? key} (${unit})`);
  return [...words].map(([value, label]) => ({ label, value }));
}

/** The targets that are drawn: one without a point is still being put together. */
const shownTargets = ({ targets }: Input<'query'>): readonly Target[] =>
  targets.filter(({ hide, payload }) => !hide && payload.point.length > 0);

interface Named {
  readonly rows: ReadonlyMap<number, PointRow>;
  readonly structures: ReadonlyMap<number, string>;
}

async function namesOf(read: ReadRoute, context: Context, projectId: number): Promise<Named> {
  const { rows } = await read(context, points.rows, { projectId, deprecated: 'true' });
  const { structures: all } = await read(context, structures.list, { projectId });
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    structures: new Map(all.map((each) => [each.id, each.name])),
  };
}

/** Values of a column of a curve, at most: first, least, most, last, and one gap. */
const valuesOfColumn = 5;
const widthOf = (maxDataPoints: number): number =>
  Math.max(50, Math.floor(Math.min(maxDataPoints, grafanaLimits.maxDataPoints) / valuesOfColumn));

async function seriesOf(
  read: ReadRoute,
  context: Context,
  input: Input<'query'>,
  target: Target,
  { rows, structures }: Named,
) {
  const { field, quantity, point } = target.payload;
  const strange = point.find((id) => !rows.has(id));
  if (strange !== undefined) throw new Failure('notFound', { pointId: strange });
  const nameOf = (row: PointRow) => structures.get(row.structureId) ?? '';
  const passes = (row: PointRow) =>
    input.adhocFilters.every(({ key, operator, value }) => {
      const is = (key === 'family' ? row.family : nameOf(row)) === value;
      return operator === '=' ? is : !is;
    });
  const pointIds = point.filter((id) => passes(getOrThrow(rows, id)));
  if (pointIds.length === 0) return [];
  const { series } = await read(context, readings.query, {
    pointIds,
    ...(field !== undefined && { fields: [field] }),
    quantity,
    from: input.range.from,
    to: input.range.to,
    width: widthOf(input.maxDataPoints),
  });
  return series.map((each) => {
    const row = getOrThrow(rows, each.pointId);
    return { target: titleOf(nameOf(row), row, each), refId: target.refId, datapoints: dataPointsOf(each) };
  });
}

const titleOf = (structure: string, { name, family }: PointRow, { field, unit, quantity }: Series): string =>
  `${structure} / ${name}, ${fieldWords[family]?.[field]?.[0] ?? field}${quantity === 'value' ? '' : ` ${quantity}`} (${unit})`;

/** As Grafana takes them: value, then epoch ms. */
const dataPointsOf = ({ times, values }: Series) => times.map((at, i) => [values[i] ?? null, at] as const);
