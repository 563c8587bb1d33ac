/**
 * The query options of a request, and of each `$expand` inside of it, understood. Pure; every fault is a badInput that
 * names the option and says what is wrong with it.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { sensorThingsLimits as limits } from '@plumbline/contract/views/sensorthings';
import { type BoundOrder, bindFilter, bindOrder } from '@plumbline/science/odata/binding';
import { expansionsIn, selectedIn } from '@plumbline/science/odata/expand';
import { navOf } from '@plumbline/science/odata/model';
import { OptionFault } from '@plumbline/science/odata/tokens';
import { type Bound, model, type SetName } from './model.ts';

/** The options as they were written, by name with the dollar sign. */
export type Written = Readonly<Record<string, string | undefined>>;

export interface Query {
  readonly top: number;
  readonly skip: number;
  readonly token: string | null;
  readonly count: boolean;
  readonly filter: Bound | null;
  readonly order: readonly BoundOrder<SetName>[];
  readonly select: ReadonlySet<string> | null;
  readonly expand: readonly Expand[];
  readonly dataArray: boolean;
  readonly written: Written;
}
export interface Expand {
  readonly nav: string;
  readonly set: SetName;
  readonly many: boolean;
  readonly query: Query;
}

const deepest = 5;
const badOption = (path: string, message: string, at?: number) =>
  new Failure('badInput', [{ path, message, code: 'custom', ...(at !== undefined && { at }) }]);

/** Runs one step; its faults name the option. */
function understood<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof OptionFault) throw badOption(path, error.message, error.at);
    throw error;
  }
}

/** Throws badInput for options that are given and mean nothing here. */
export function refuse(written: Written, names: readonly string[], where: string): void {
  for (const name of names)
    if (written[name] !== undefined) throw badOption(name, `${name} does not apply to ${where}`);
}

/** The options of a set. `inside` = how many `$expand` they stand in. */
export function queryOf(set: SetName, written: Written, inside = 0): Query {
  const { $filter, $orderby, $select, $expand, $resultFormat } = written;
  const dataArray = $resultFormat === 'dataArray';
  if (dataArray && set !== 'Observations') throw badOption('$resultFormat', 'dataArray is a format of Observations');
  if (dataArray && $expand !== undefined) throw badOption('$resultFormat', 'dataArray does not go with $expand');
  return {
    top: Math.min(numberIn(written, '$top') ?? limits.pageSize, dataArray ? limits.maxArrayLength : limits.maxPageSize),
    skip: numberIn(written, '$skip') ?? 0,
    token: written['$skiptoken'] ?? null,
    count: written['$count'] === 'true',
    filter: $filter === undefined ? null : understood('$filter', () => bindFilter(model, $filter, set)),
    order: $orderby === undefined ? [] : understood('$orderby', () => bindOrder(model, $orderby, set)),
    select: $select === undefined ? null : understood('$select', () => selectedIn(model, $select, set)),
    expand: $expand === undefined ? [] : understood('$expand', () => expandOf($expand, set, inside)),
    dataArray,
    written,
  };
}

function numberIn(written: Written, name: '$top' | '$skip'): number | null {
  const text = written[name];
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw badOption(name, 'A whole number from 0 was expected');
  return Number(text);
}

function expandOf(text: string, set: SetName, inside: number): Expand[] {
  if (inside >= deepest) throw new OptionFault(`More than ${deepest} $expand in one another`);
  return Array.from(expansionsIn(text), ([name, written]) => {
    const nav = navOf(model, set, name);
    if (!nav) throw new OptionFault(`${set} have no relation "${name}"`);
    if (!nav.many) refuse(written, ['$filter', '$orderby', '$top', '$skip', '$count'], name);
    return { nav: name, set: nav.to, many: nav.many, query: queryOf(nav.to, written, inside + 1) };
  });
}
