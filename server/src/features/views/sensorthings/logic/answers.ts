/** Entities as the standard writes them: control information, properties, links. Pure. */
import { testsOf } from '@plumbline/science/quality/flags';
import type { Row } from '../sensorthings.entities.table.ts';
import { keys } from '../sensorthings.sets.table.ts';
import { inAddress, type SetName, sets } from './model.ts';
import { type Observation, observationIdOf, qualityWords } from './observation.ts';
import type { Item } from './observations.ts';
import type { Query, Written } from './options.ts';

export type Json = Record<string, unknown>;
type Selected = Pick<Query, 'select'>;

export const iso = (at: number | Date): string => new Date(at).toISOString();
export const selfLinkOf = (root: string, set: SetName, id: string | number) => `${root}/${set}${inAddress(id)}`;

/** Options as they are in an address. */
export function queryText(written: Written): string {
  const parts = Object.entries(written).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name}=${encodeURIComponent(value).replace(/%(?:24|2C|2F|3A|3D)/g, decodeURIComponent)}`],
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The id of a row, made of its key columns. */
export function idOf(set: SetName, row: Row): string | number {
  const [first, ...further] = keys[set].map(([column]) => row[`@${column}`] as string | number);
  if (first === undefined) throw new Error(`${set} have no key`);
  return further.length === 0 ? first : [first, ...further].join('-');
}

/** An entity with its expansions, which take the place of their links. */
export function entityOf(root: string, set: SetName, row: Row, { select }: Selected, expanded: Json): Json {
  const id = idOf(set, row);
  const isSelected = (name: string) => select === null || select.has(name);
  return framed(root, set, id, select, expanded, () => {
    const out: Json = {};
    for (const name of sets[set].properties) if (isSelected(name)) out[name] = propertyOf(set, row, name);
    return out;
  });
}

function framed(
  root: string,
  set: SetName,
  id: string | number,
  select: Query['select'],
  expanded: Json,
  properties: () => Json,
): Json {
  const isSelected = (name: string) => select === null || select.has(name);
  const self = selfLinkOf(root, set, id);
  const out: Json = {};
  if (isSelected('@iot.id')) out['@iot.id'] = id;
  if (isSelected('@iot.selfLink')) out['@iot.selfLink'] = self;
  for (const [name, value] of Object.entries(properties())) if (value !== undefined) out[name] = value;
  for (const nav of Object.keys(sets[set].navs))
    if (!(nav in expanded) && isSelected(nav)) out[`${nav}@iot.navigationLink`] = `${self}/${nav}`;
  return { ...out, ...expanded };
}

/** A property of a row: what has names inside is put together from its leaves. undefined = there is none. */
function propertyOf(set: SetName, row: Row, name: string): unknown {
  if (name === 'location' || name === 'observedArea' || name === 'feature') return placeOf(row, name);
  if (name === 'phenomenonTime') {
    const [start, end] = [row['@start'], row['@end']] as (Date | null | undefined)[];
    return start && end ? `${iso(start)}/${iso(end)}` : undefined;
  }
  const value = row[name];
  if (value instanceof Date) return iso(value);
  if (value !== undefined) return value ?? undefined;
  const inside = Object.keys(sets[set].leaves).filter((leaf) => leaf.startsWith(`${name}/`));
  const parts = inside.flatMap((leaf) => {
    const part = row[leaf];
    return part === null || part === undefined ? [] : [[leaf.slice(name.length + 1), part] as const];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** A point in GeoJSON. A feature without a place is one all the same: its geometry is null. */
function placeOf(row: Row, name: string): unknown {
  const coordinates = [row[`${name}/coordinates/0`], row[`${name}/coordinates/1`]];
  if (coordinates[0] !== null) return { type: 'Point', coordinates };
  return name === 'feature' ? { type: 'Feature', geometry: null, properties: {} } : undefined;
}

/** Serial numbers of the devices of a page, where the caller may know it. */
export type Sncodes = ReadonlyMap<number, string>;

export function observationOf(root: string, item: Item, { select }: Selected, sncodes: Sncodes, expanded: Json): Json {
  const values = observationValues(item, sncodes);
  return framed(root, 'Observations', observationIdOf(item.observation), select, expanded, () =>
    Object.fromEntries(
      sets.Observations.properties
        .filter((name) => (select === null || select.has(name)) && (values[name] !== null || name === 'result'))
        .map((name) => [name, values[name]]),
    ),
  );
}

function observationValues({ observation, stream }: Item, sncodes: Sncodes): Json {
  return {
    phenomenonTime: iso(observation.at),
    resultTime: iso(observation.receivedAt),
    result: observation.result,
    resultQuality: qualityOf(observation),
    validTime: null,
    parameters: parametersOf(observation, stream.deviceVisible ? sncodes : new Map()),
  };
}

function qualityOf({ flag }: Observation): Json {
  const quality = qualityWords[(flag & 15) as keyof typeof qualityWords];
  const tests = testsOf(flag);
  return { quality, ...(tests.length > 0 && { tests }) };
}

/** What is known of how it came: the device, the change that brought or rewrote it, and what was stored before corrections. */
function parametersOf({ deviceId, changeId, stored }: Observation, sncodes: Sncodes): Json | null {
  const sncode = deviceId === null ? undefined : sncodes.get(deviceId);
  const parameters = {
    ...(deviceId !== null && { deviceId }),
    ...(sncode !== undefined && { device: sncode }),
    ...(changeId !== null && { changeId }),
    ...(stored !== null && { stored }),
  };
  return Object.keys(parameters).length > 0 ? parameters : null;
}

/** Observations as arrays of values, those of one datastream after the other together (18-088, 12). */
export function dataArrays(root: string, items: readonly Item[], { select }: Selected, sncodes: Sncodes): Json[] {
  const names = ['@iot.id', ...sets.Observations.properties].filter((name) => select === null || select.has(name));
  const components = names.map((name) => (name === '@iot.id' ? 'id' : name));
  const byStream = new Map<string, unknown[][]>();
  for (const item of items) {
    const key = `${item.stream.pointId}-${item.stream.field}`;
    const values = { '@iot.id': observationIdOf(item.observation), ...observationValues(item, sncodes) } as Json;
    const rows = byStream.get(key) ?? [];
    if (rows.length === 0) byStream.set(key, rows);
    rows.push(names.map((name) => values[name] ?? null));
  }
  return [...byStream].map(([id, dataArray]) => ({
    'Datastream@iot.navigationLink': selfLinkOf(root, 'Datastreams', id),
    components,
    'dataArray@iot.count': dataArray.length,
    dataArray,
  }));
}
