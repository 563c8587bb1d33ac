/**
 * What the names of an expression mean on a set, and whether its types fit: from here on nothing can be wrong with a
 * filter any more. Pure; every fault is an OptionFault that names what was not understood.
 */
import { type Bound, isFixed, type Leaf, not, truth } from './bound.ts';
import { calls, clockOf, dateOf, dayMs, durationOf, placeCalls, timeOf } from './functions.ts';
import { geometryOf } from './geometry.ts';
import { type Comparison, type Expression, expressionOf, ordersOf } from './grammar.ts';
import { idPartsOf } from './ids.ts';
import { openProperties, type SetName, sets, type ValueType } from './model.ts';
import { bindPlaceCall } from './places.ts';
import { OptionFault, type Token } from './tokens.ts';

/** Relations to many that one filter may follow: each is a join. */
const maxRelations = 6;

interface Scope {
  readonly root: SetName;
  readonly variables: ReadonlyMap<string, SetName>;
  /** Paths already counted. */
  readonly relations: Set<string>;
}

/** The filter of a set. Throws OptionFault. */
export function bindFilter(text: string, root: SetName): Bound {
  const bound = bind(expressionOf(text), { root, variables: new Map(), relations: new Set() });
  if (bound.type !== 'truth') throw new OptionFault('A filter is something that is true or false', 0);
  return bound;
}

export interface BoundOrder {
  readonly of: Bound;
  readonly descending: boolean;
}

/** The order of a set. Throws OptionFault for what has no order, or more than one value. */
export function bindOrder(text: string, root: SetName): BoundOrder[] {
  const orders = ordersOf(text);
  if (orders.length > 8) throw new OptionFault('More than 8 parts', 0);
  return orders.map(({ of, descending }) => {
    const bound = bind(of, { root, variables: new Map(), relations: new Set() });
    if (bound.type === 'place') throw new OptionFault('Places have no order', of.at);
    if (manyIn(bound, root)) throw new OptionFault('An order cannot go through a relation to many', of.at);
    return { of: bound, descending };
  });
}

function manyIn(bound: Bound, root: SetName): boolean {
  if (bound.kind === 'any') return true;
  if (bound.kind === 'leaf') return walk(bound.hops, root).some(({ many }) => many);
  if (bound.kind === 'call') return bound.of.some((each) => manyIn(each, root));
  return bound.kind === 'arithmetic' && (manyIn(bound.left, root) || manyIn(bound.right, root));
}

/** The relations of a path, one after the other. */
export function walk(hops: readonly string[], root: SetName) {
  let set = root;
  return hops.map((hop) => {
    const nav = sets[set].navs[hop]!;
    const from = set;
    set = nav.to;
    return { name: hop, from, ...nav };
  });
}

function bind(node: Expression, scope: Scope): Bound {
  switch (node.kind) {
    case 'literal':
      return constantOf(node.token);
    case 'path':
      return bindPath(node.names, node.at, scope);
    case 'call':
      return bindCall(node, scope);
    case 'not':
      return not(bindTruth(node.of, scope));
    case 'minus': {
      const of = bindAs('number', node.of, scope);
      if (of.kind === 'constant') return { ...of, value: -(of.value as number) };
      return {
        kind: 'arithmetic',
        type: 'number',
        op: 'sub',
        left: { kind: 'constant', type: 'number', value: 0 },
        right: of,
      };
    }
    case 'and':
    case 'or':
      return {
        kind: node.kind,
        type: 'truth',
        left: bindTruth(node.left, scope),
        right: bindTruth(node.right, scope),
      };
    case 'compare':
      return compare(node.op, bind(node.left, scope), bind(node.right, scope), node.at);
    case 'in':
      return bindIn(node, scope);
    case 'arithmetic':
      return bindArithmetic(node, scope);
    case 'any':
      return bindAny(node, scope);
  }
}

function bindTruth(node: Expression, scope: Scope): Bound {
  const bound = bind(node, scope);
  if (bound.type !== 'truth') throw new OptionFault('Something that is true or false was expected', node.at);
  return bound;
}

function bindAs(type: ValueType, node: Expression, scope: Scope): Bound {
  const bound = bind(node, scope);
  if (bound.type === type || bound.type === 'null') return bound;
  if (bound.type === 'id' && type === 'text') throw new OptionFault('An id is compared with eq, ne or in', node.at);
  throw new OptionFault(`A ${type} was expected, not a ${bound.type}`, node.at);
}

function constantOf({ kind, text, at }: Token): Bound {
  const of = (type: ValueType, value: string | number | boolean | null): Bound => {
    if (value === null && type !== 'null') throw new OptionFault(`"${text}" is no ${type}`, at);
    return { kind: 'constant', type, value };
  };
  switch (kind) {
    case 'number':
      return of('number', Number.isFinite(Number(text)) ? Number(text) : null);
    case 'text':
      return of('text', text);
    case 'time': {
      if (!/(Z|[+\- ]\d\d:?\d\d)$/i.test(text))
        throw new OptionFault(`"${text}" needs its zone: Z, or an offset (%2B01:00)`, at);
      return of('time', timeOf(text));
    }
    case 'date':
      return of('date', dateOf(text));
    case 'clock':
      return of('clock', clockOf(text));
    case 'duration':
      return of('duration', durationOf(text));
    case 'geography':
      throw new OptionFault('A geography stands in a function of places', at);
    default:
      return text === 'null' ? of('null', null) : of('truth', text === 'true');
  }
}

/** Follows a path: a variable or nothing, then relations, then a property. */
function bindPath(names: readonly string[], at: number, scope: Scope): Leaf {
  const variable = scope.variables.has(names[0]!) ? names[0]! : null;
  const { set, hops, rest } = followed(variable === null ? names : names.slice(1), variable, at, scope);
  const name = rest.join('/').replace(/^@iot\./, '');
  if (rest.length === 0) throw new OptionFault(`"${names.join('/')}" is an entity; name one of its properties`, at);
  const known = Object.hasOwn(sets[set].leaves, name) ? sets[set].leaves[name] : undefined;
  if (known === undefined && !(openProperties.includes(rest[0]!) && sets[set].properties.includes(rest[0]!)))
    throw new OptionFault(`${set} have no property "${name}" that a filter could use`, at);
  if (scope.root === 'Observations' && scope.variables.size > 0 && variable === null && hops.length === 0)
    throw new OptionFault('Inside of any() stand properties of its variable', at);
  return { kind: 'leaf', type: known ?? 'null', variable, hops, set, name };
}

function followed(names: readonly string[], variable: string | null, at: number, scope: Scope) {
  let set = variable === null ? scope.root : scope.variables.get(variable)!;
  const hops: string[] = [];
  let index = 0;
  for (; index < names.length; index++) {
    const nav = Object.hasOwn(sets[set].navs, names[index]!) ? sets[set].navs[names[index]!] : undefined;
    if (!nav) break;
    if (nav.to === 'Observations')
      throw new OptionFault(
        `A filter on ${scope.root} cannot look into Observations; ask for Observations instead`,
        at,
      );
    hops.push(names[index]!);
    set = nav.to;
    if (nav.many) scope.relations.add(`${variable}:${hops.join('/')}`);
  }
  if (scope.relations.size > maxRelations)
    throw new OptionFault(`More than ${maxRelations} relations to many in one filter`, at);
  return { set, hops, rest: names.slice(index) };
}

function bindAny({ names, variable, of, at }: Extract<Expression, { kind: 'any' }>, scope: Scope): Bound {
  const from = scope.variables.has(names[0]!) ? names[0]! : null;
  const { set, hops, rest } = followed(from === null ? names : names.slice(1), from, at, scope);
  if (rest.length > 0 || hops.length === 0) throw new OptionFault(`"${names.join('/')}" is no relation`, at);
  if (scope.variables.has(variable)) throw new OptionFault(`The variable "${variable}" is taken`, at);
  if (scope.variables.size >= 3) throw new OptionFault('More than three any() in one another', at);
  const variables = new Map([...scope.variables, [variable, set] as const]);
  return { kind: 'any', type: 'truth', from, hops, variable, set, of: bindTruth(of, { ...scope, variables }) };
}

function bindCall({ name, of, at }: Extract<Expression, { kind: 'call' }>, scope: Scope): Bound {
  if (Object.hasOwn(placeCalls, name)) return bindPlaceCall(name, of, at, (node) => bind(node, scope), geometryOf);
  const spec = Object.hasOwn(calls, name) ? calls[name]! : undefined;
  if (!spec) throw new OptionFault(`There is no function "${name}"`, at);
  if (of.length > spec.takes.length || of.length < spec.takes.length - (spec.optional ?? 0))
    throw new OptionFault(`${name} takes ${spec.takes.length} values`, at);
  return { kind: 'call', type: spec.gives, name, of: of.map((each, i) => bindAs(spec.takes[i]!, each, scope)) };
}

function bindIn({ of, among, at }: Extract<Expression, { kind: 'in' }>, scope: Scope): Bound {
  const left = bind(of, scope);
  if (among.length === 0 || among.length > 200) throw new OptionFault('in takes 1 to 200 values', at);
  return among
    .map((each) => compare('eq', left, bind(each, scope), each.at))
    .reduce((a, b) => ({ kind: 'or', type: 'truth', left: a, right: b }));
}

function bindArithmetic({ op, left, right, at }: Extract<Expression, { kind: 'arithmetic' }>, scope: Scope): Bound {
  const a = bind(left, scope);
  const b = bind(right, scope);
  const is = (x: ValueType, y: ValueType) => a.type === x && b.type === y;
  const sum = op === 'add' || op === 'sub';
  if (is('number', 'number')) return { kind: 'arithmetic', type: 'number', op, left: a, right: b };
  if (sum && is('time', 'duration')) return { kind: 'arithmetic', type: 'time', op, left: a, right: b };
  if (op === 'sub' && is('time', 'time')) return { kind: 'arithmetic', type: 'duration', op, left: a, right: b };
  throw new OptionFault(`${op} does not work on a ${a.type} and a ${b.type}`, at);
}

const turned: Readonly<Record<Comparison, Comparison>> = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

function compare(op: Comparison, left: Bound, right: Bound, at: number): Bound {
  if (left.type === 'null' || right.type === 'null') {
    // A property that is not there is as good as a null that was written.
    const [of, other] = left.type === 'null' ? [right, left] : [left, right];
    if (op !== 'eq' && op !== 'ne') return truth(false);
    const equal: Bound =
      of.type === other.type
        ? truth(true)
        : of.kind === 'constant'
          ? truth(false)
          : { kind: 'missing', type: 'truth', of };
    return op === 'eq' ? equal : not(equal);
  }
  if (right.type === 'id' || (right.type === 'span' && left.type !== 'span'))
    return compare(turned[op], right, left, at);
  if (left.type === 'id') return compareId(op, left as Leaf, right, at);
  const [a, b] = [coerced(left, right.type), coerced(right, left.type)];
  const ordered = a.type === b.type && a.type !== 'place';
  if (!ordered && !(a.type === 'span' && b.type === 'time'))
    throw new OptionFault(`A ${left.type} cannot be compared with a ${right.type}`, at);
  if (a.type === 'span' && !isFixed(b)) throw new OptionFault('A span is compared with a time that is written out', at);
  return { kind: 'compare', type: 'truth', op, left: a, right: b };
}

/** A date beside a time is its midnight in UTC; a text beside a time is read as one. */
function coerced(bound: Bound, beside: ValueType): Bound {
  if (bound.kind !== 'constant' || (beside !== 'time' && beside !== 'span')) return bound;
  if (bound.type === 'date') return { ...bound, type: 'time', value: (bound.value as number) * dayMs };
  const at = bound.type === 'text' ? timeOf(bound.value as string) : null;
  return at === null ? bound : { kind: 'constant', type: 'time', value: at };
}

function compareId(op: Comparison, leaf: Leaf, right: Bound, at: number): Bound {
  if (right.kind !== 'constant' || (right.type !== 'text' && right.type !== 'number'))
    throw new OptionFault('An id is compared with an id that is written out', at);
  const parts = idPartsOf(leaf.set, String(right.value));
  if (op === 'eq' || op === 'ne') {
    const key: Bound = parts ? { kind: 'key', type: 'truth', leaf, among: [parts] } : truth(false);
    return op === 'eq' ? key : not(key);
  }
  if (parts?.length !== 1 || right.type !== 'number')
    throw new OptionFault(`Ids of ${leaf.set} are compared with eq, ne or in`, at);
  return { kind: 'compare', type: 'truth', op, left: { ...leaf, type: 'number' }, right };
}
