/**
 * What the names of an expression mean on a set of a model, and whether its types fit: from here on nothing can be wrong
 * with a filter any more. Pure; every fault is an OptionFault that names what was not understood.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type Bound, type Constant, isFixed, type Leaf, not, truth } from './bound.ts';
import { calls, clockOf, dateOf, durationOf, placeCalls, timeOf } from './functions.ts';
import { type Comparison, type Expression, expressionOf, ordersOf } from './grammar.ts';
import { type Model, navOf, type ValueType, walk } from './model.ts';
import { bindPlaceCall } from './places.ts';
import { OptionFault, type Token } from './tokens.ts';

/** Relations to many that one filter may follow: each is a join. */
const maxRelations = 6;

interface Scope<S extends string> {
  readonly model: Model<S>;
  readonly root: S;
  readonly variables: ReadonlyMap<string, S>;
  /** Paths already counted. */
  readonly relations: Set<string>;
}

const scopeOf = <S extends string>(model: Model<S>, root: S): Scope<S> => ({
  model,
  root,
  variables: new Map(),
  relations: new Set(),
});

/** The filter of a set. Throws OptionFault. */
export function bindFilter<S extends string>(model: Model<S>, text: string, root: S): Bound<S> {
  const bound = bind(expressionOf(text), scopeOf(model, root));
  if (bound.type !== 'truth') throw new OptionFault('A filter is something that is true or false', 0);
  return bound;
}

export interface BoundOrder<S extends string = string> {
  readonly of: Bound<S>;
  readonly descending: boolean;
}

/** The order of a set. Throws OptionFault for what has no order, or more than one value. */
export function bindOrder<S extends string>(model: Model<S>, text: string, root: S): BoundOrder<S>[] {
  const orders = ordersOf(text);
  if (orders.length > 8) throw new OptionFault('More than 8 parts', 0);
  return orders.map(({ of, descending }) => {
    const scope = scopeOf(model, root);
    const bound = bind(of, scope);
    if (bound.type === 'place') throw new OptionFault('Places have no order', of.at);
    if (manyIn(bound, scope)) throw new OptionFault('An order cannot go through a relation to many', of.at);
    return { of: bound, descending };
  });
}

function manyIn<S extends string>(bound: Bound<S>, scope: Scope<S>): boolean {
  if (bound.kind === 'any') return true;
  if (bound.kind === 'leaf') return walk(scope.model, bound.hops, scope.root).some(({ many }) => many);
  if (bound.kind === 'call') return bound.of.some((each) => manyIn(each, scope));
  return bound.kind === 'arithmetic' && (manyIn(bound.left, scope) || manyIn(bound.right, scope));
}

function bind<S extends string>(node: Expression, scope: Scope<S>): Bound<S> {
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
      const right = bindAs('number', node.of, scope);
      if (right.kind === 'constant') return { ...right, value: -(right.value as number) };
      return { kind: 'arithmetic', type: 'number', op: 'sub', left: zero, right };
    }
    case 'and':
    case 'or': {
      const [left, right] = [bindTruth(node.left, scope), bindTruth(node.right, scope)];
      return { kind: node.kind, type: 'truth', left, right };
    }
    case 'compare':
      return compare(scope.model, node.op, bind(node.left, scope), bind(node.right, scope), node.at);
    case 'in':
      return bindIn(node, scope);
    case 'arithmetic':
      return bindArithmetic(node, scope);
    case 'any':
      return bindAny(node, scope);
  }
}

const zero: Constant = { kind: 'constant', type: 'number', value: 0 };

function bindTruth<S extends string>(node: Expression, scope: Scope<S>): Bound<S> {
  const bound = bind(node, scope);
  if (bound.type !== 'truth') throw new OptionFault('Something that is true or false was expected', node.at);
  return bound;
}

function bindAs<S extends string>(type: ValueType, node: Expression, scope: Scope<S>): Bound<S> {
  const bound = bind(node, scope);
  if (bound.type === type || bound.type === 'null') return bound;
  if (bound.type === 'id' && type === 'text') throw new OptionFault('An id is compared with eq, ne or in', node.at);
  throw new OptionFault(`A ${type} was expected, not a ${bound.type}`, node.at);
}

function constantOf({ kind, text, at }: Token): Constant {
  const of = (type: ValueType, value: string | number | boolean | null): Constant => {
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
function bindPath<S extends string>(names: readonly string[], at: number, scope: Scope<S>): Leaf<S> {
  const { model, root, variables } = scope;
  const { variable, set, hops, rest } = followed(names, at, scope);
  const [first] = rest;
  if (first === undefined) throw new OptionFault(`"${names.join('/')}" is an entity; name one of its properties`, at);
  const { leaves, properties } = model.sets[set];
  const written = rest.join('/');
  const name = written.startsWith(model.controlPrefix) ? written.slice(model.controlPrefix.length) : written;
  const leaf = Object.hasOwn(leaves, name) ? leaves[name] : undefined;
  if (leaf === undefined && !(model.openProperties.includes(first) && properties.includes(first)))
    throw new OptionFault(`${set} have no property "${name}" that a filter could use`, at);
  if (root === model.apart && variables.size > 0 && variable === null && hops.length === 0)
    throw new OptionFault('Inside of any() stand properties of its variable', at);
  return { kind: 'leaf', type: leaf ?? 'null', variable, hops, set, name };
}

/** The variable that the names begin with, the relations behind it, and what is left of the names. */
function followed<S extends string>(names: readonly string[], at: number, scope: Scope<S>) {
  const { model, root, variables, relations } = scope;
  const [first] = names;
  const start = first === undefined ? undefined : variables.get(first);
  const variable = start !== undefined && first !== undefined ? first : null;
  const path = variable === null ? names : names.slice(1);
  let set = start ?? root;
  const hops: string[] = [];
  for (const name of path) {
    const nav = navOf(model, set, name);
    if (!nav) break;
    if (nav.to === model.apart)
      throw new OptionFault(`A filter on ${root} cannot look into ${nav.to}; ask for ${nav.to} instead`, at);
    hops.push(name);
    set = nav.to;
    if (nav.many) relations.add(`${variable}:${hops.join('/')}`);
  }
  if (relations.size > maxRelations)
    throw new OptionFault(`More than ${maxRelations} relations to many in one filter`, at);
  return { variable, set, hops, rest: path.slice(hops.length) };
}

function bindAny<S extends string>(node: Extract<Expression, { kind: 'any' }>, scope: Scope<S>): Bound<S> {
  const { names, variable, at } = node;
  const { variable: from, set, hops, rest } = followed(names, at, scope);
  if (rest.length > 0 || hops.length === 0) throw new OptionFault(`"${names.join('/')}" is no relation`, at);
  if (scope.variables.has(variable)) throw new OptionFault(`The variable "${variable}" is taken`, at);
  if (scope.variables.size >= 3) throw new OptionFault('More than three any() in one another', at);
  const variables = new Map([...scope.variables, [variable, set] as const]);
  return { kind: 'any', type: 'truth', from, hops, variable, set, of: bindTruth(node.of, { ...scope, variables }) };
}

function bindCall<S extends string>(
  { name, of, at }: Extract<Expression, { kind: 'call' }>,
  scope: Scope<S>,
): Bound<S> {
  if (Object.hasOwn(placeCalls, name)) return bindPlaceCall(name, of, at, (node) => bind(node, scope));
  const spec = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!spec) throw new OptionFault(`There is no function "${name}"`, at);
  const { takes, optional = 0, gives } = spec;
  if (of.length > takes.length || of.length < takes.length - optional)
    throw new OptionFault(`${name} takes ${takes.length} values`, at);
  const parts = takes.flatMap((type, i) => {
    const node = of[i];
    return node ? [bindAs(type, node, scope)] : [];
  });
  return { kind: 'call', type: gives, name, of: parts };
}

function bindIn<S extends string>({ of, among, at }: Extract<Expression, { kind: 'in' }>, scope: Scope<S>): Bound<S> {
  const left = bind(of, scope);
  if (among.length === 0 || among.length > 200) throw new OptionFault('in takes 1 to 200 values', at);
  return among
    .map((each) => compare(scope.model, 'eq', left, bind(each, scope), each.at))
    .reduce((a, b) => ({ kind: 'or', type: 'truth', left: a, right: b }));
}

function bindArithmetic<S extends string>(
  { op, left, right, at }: Extract<Expression, { kind: 'arithmetic' }>,
  scope: Scope<S>,
): Bound<S> {
  const a = bind(left, scope);
  const b = bind(right, scope);
  const is = (x: ValueType, y: ValueType) => a.type === x && b.type === y;
  const sum = op === 'add' || op === 'sub';
  if (is('number', 'number')) return { kind: 'arithmetic', type: 'number', op, left: a, right: b };
  if (sum && is('time', 'duration')) return { kind: 'arithmetic', type: 'time', op, left: a, right: b };
  if (op === 'sub' && is('time', 'time')) return { kind: 'arithmetic', type: 'duration', op, left: a, right: b };
  throw new OptionFault(`${op} does not work on a ${a.type} and a ${b.type}`, at);
}

/** The same comparison with its sides exchanged. */
export const turned = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const;

function compare<S extends string>(
  model: Model<S>,
  op: Comparison,
  left: Bound<S>,
  right: Bound<S>,
  at: number,
): Bound<S> {
  if (left.type === 'null' || right.type === 'null') return compareNull(op, left, right);
  if (right.type === 'id' || (right.type === 'span' && left.type !== 'span'))
    return compare(model, turned[op], right, left, at);
  if (left.kind === 'leaf' && left.type === 'id') return compareId(model, op, left, right, at);
  const [a, b] = [coerced(left, right.type), coerced(right, left.type)];
  const ordered = a.type === b.type && a.type !== 'place';
  if (!ordered && !(a.type === 'span' && b.type === 'time'))
    throw new OptionFault(`A ${left.type} cannot be compared with a ${right.type}`, at);
  if (a.type === 'span' && !isFixed(b)) throw new OptionFault('A span is compared with a time that is written out', at);
  return { kind: 'compare', type: 'truth', op, left: a, right: b };
}

/** A property that is not there is as good as a null that was written. */
function compareNull<S extends string>(op: Comparison, left: Bound<S>, right: Bound<S>): Bound<S> {
  const [of, other] = left.type === 'null' ? [right, left] : [left, right];
  if (op !== 'eq' && op !== 'ne') return truth(false);
  const missing: Bound<S> = of.kind === 'constant' ? truth(false) : { kind: 'missing', type: 'truth', of };
  const equal = of.type === other.type ? truth(true) : missing;
  return op === 'eq' ? equal : not(equal);
}

/** A date beside a time is its midnight in UTC; a text beside a time is read as one. */
function coerced<S extends string>(bound: Bound<S>, beside: ValueType): Bound<S> {
  if (bound.kind !== 'constant' || (beside !== 'time' && beside !== 'span')) return bound;
  if (bound.type === 'date') return { ...bound, type: 'time', value: (bound.value as number) * dayMs };
  const at = bound.type === 'text' ? timeOf(bound.value as string) : null;
  return at === null ? bound : { kind: 'constant', type: 'time', value: at };
}

function compareId<S extends string>(
  model: Model<S>,
  op: Comparison,
  leaf: Leaf<S>,
  right: Bound<S>,
  at: number,
): Bound<S> {
  if (right.kind !== 'constant' || (right.type !== 'text' && right.type !== 'number'))
    throw new OptionFault('An id is compared with an id that is written out', at);
  const parts = model.idPartsOf(leaf.set, String(right.value));
  if (op === 'eq' || op === 'ne') {
    const key: Bound<S> = parts ? { kind: 'key', type: 'truth', leaf, among: [parts] } : truth(false);
    return op === 'eq' ? key : not(key);
  }
  if (parts?.length !== 1 || right.type !== 'number')
    throw new OptionFault(`Ids of ${leaf.set} are compared with eq, ne or in`, at);
  return { kind: 'compare', type: 'truth', op, left: { ...leaf, type: 'number' }, right };
}
