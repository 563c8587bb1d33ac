/**
 * The query options of a request, and of each `$expand` inside of it, understood. Pure; every fault is a badInput that
 * names the option and says what is wrong with it.
 */
import { Failure } from '@plumbline/contract/errors';
import { sensorThingsLimits as limits } from '@plumbline/contract/sensorthings';
import { type BoundOrder, bindFilter, bindOrder } from './binding.ts';
import type { Bound } from './bound.ts';
import { type SetName, sets } from './model.ts';
import { OptionFault } from './tokens.ts';

/** The options as they were written, by name with the dollar sign. */
export type Written = Readonly<Record<string, string | undefined>>;

export interface Query {
  readonly top: number;
  readonly skip: number;
  readonly token: string | null;
  readonly count: boolean;
  readonly filter: Bound | null;
  readonly order: readonly BoundOrder[];
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
    filter: $filter === undefined ? null : understood('$filter', () => bindFilter($filter, set)),
    order: $orderby === undefined ? [] : understood('$orderby', () => bindOrder($orderby, set)),
    select: $select === undefined ? null : understood('$select', () => selectOf($select, set)),
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

function selectOf(text: string, set: SetName): Set<string> {
  const { properties, navs } = sets[set];
  return new Set(
    text.split(',').map((part) => {
      const name = part.trim();
      if (name === 'id' || name === '@iot.id') return '@iot.id';
      if (name === 'selfLink' || name === '@iot.selfLink') return '@iot.selfLink';
      if (!properties.includes(name) && !Object.hasOwn(navs, name))
        throw new OptionFault(`${set} have no property "${name}" to select`);
      return name;
    }),
  );
}

function expandOf(text: string, set: SetName, inside: number): Expand[] {
  if (inside >= deepest) throw new OptionFault(`More than ${deepest} $expand in one another`);
  const byNav = new Map<string, Record<string, string>>();
  for (const item of splitAt(text, ',')) {
    const [, path, options] = /^\s*([A-Za-z/]+)\s*(?:\((.*)\))?\s*$/s.exec(item) ?? [];
    if (path === undefined) throw new OptionFault(`"${item.trim().slice(0, 60)}" is no relation with options`);
    const [nav, ...further] = path.split('/') as [string, ...string[]];
    const written = options === undefined ? {} : optionsOf(options);
    // A/B(...) is the short form of A($expand=B(...)).
    const own =
      further.length === 0 ? written : { $expand: further.join('/') + (options === undefined ? '' : `(${options})`) };
    byNav.set(nav, merged(byNav.get(nav), own, nav));
  }
  return [...byNav].map(([nav, written]) => {
    const to = Object.hasOwn(sets[set].navs, nav) ? sets[set].navs[nav] : undefined;
    if (!to) throw new OptionFault(`${set} have no relation "${nav}"`);
    if (!to.many) refuse(written, ['$filter', '$orderby', '$top', '$skip', '$count'], nav);
    return { nav, set: to.to, many: to.many, query: queryOf(to.to, written, inside + 1) };
  });
}

/** The same relation twice, as in `A/B,A/C`: the expansions add up, anything else may be said once. */
function merged(known: Record<string, string> | undefined, more: Record<string, string>, nav: string) {
  if (!known) return more;
  for (const name of Object.keys(more))
    if (name !== '$expand' && name in known) throw new OptionFault(`${nav} says ${name} twice`);
  const expand = [known['$expand'], more['$expand']].filter((each) => each !== undefined).join(',');
  return { ...known, ...more, ...(expand !== '' && { $expand: expand }) };
}

const nestable = ['$filter', '$orderby', '$top', '$skip', '$count', '$select', '$expand'];

function optionsOf(text: string): Record<string, string> {
  const written: Record<string, string> = {};
  for (const part of splitAt(text, ';')) {
    if (part.trim() === '') continue;
    const [, name, value] = /^\s*(\$\w+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    if (name === undefined || value === undefined || !nestable.includes(name))
      throw new OptionFault(`"${part.trim().slice(0, 60)}" is no option of an $expand`);
    if (name in written) throw new OptionFault(`${name} is said twice`);
    if (name === '$count' && value !== 'true' && value !== 'false') throw new OptionFault('$count is true or false');
    if (value === '') throw new OptionFault(`${name} is empty`);
    written[name] = value;
  }
  return written;
}

/** The parts between separators that stand outside of parentheses and quotes. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
    if (depth < 0) throw new OptionFault('A parenthesis closes nothing', i);
  }
  if (depth !== 0 || quoted) throw new OptionFault('A parenthesis or quote is not closed');
  return [...parts, text.slice(start)];
}
