/** The functions of places as they are written: which side is ours, which is written out. Pure. */
import type { Bound } from './bound.ts';
import { placeCalls } from './functions.ts';
import { type Geometry, geometryOf, lengthOf } from './geometry.ts';
import type { Expression } from './grammar.ts';
import { OptionFault } from './tokens.ts';

/** How many places and patterns a function takes. */
const argumentCount = (name: string): number => (name === 'geo.length' ? 1 : name === 'st_relate' ? 3 : 2);

/** The geometry that a node writes out; null where it is something else. */
const geographyIn = (node: Expression): (() => Geometry) | null =>
  node.kind === 'literal' && node.token.kind === 'geography' ? () => geometryOf(node.token.text, node.at) : null;

/** `st_within(location, geography'...')`, either side first; `geo.length` of one place; `st_relate` with its pattern. */
export function bindPlaceCall<S extends string>(
  name: string,
  of: readonly Expression[],
  at: number,
  bind: (node: Expression) => Bound<S>,
): Bound<S> {
  const takes = argumentCount(name);
  const [first, second, third] = of;
  const type = placeCalls[name];
  if (of.length !== takes || first === undefined || type === undefined)
    throw new OptionFault(`${name} takes ${takes} values`, at);
  const place = (node: Expression) => {
    const leaf = bind(node);
    if (leaf.kind === 'leaf' && leaf.type === 'place') return leaf;
    throw new OptionFault(`${name} takes location, feature or observedArea, and a geography'...'`, at);
  };
  const firstGeography = geographyIn(first);
  if (second === undefined)
    return firstGeography
      ? { kind: 'constant', type: 'number', value: lengthOf(firstGeography()) }
      : { kind: 'place', type, name, leaf: place(first), turned: false, geometry: null, pattern: null };
  const turned = firstGeography !== null;
  const leaf = place(turned ? second : first);
  const written = firstGeography ?? geographyIn(second);
  if (!written) throw new OptionFault(`${name}: one of the two places is written out as geography'...'`, second.at);
  const geometry = written();
  return { kind: 'place', type, name, leaf, turned, geometry, pattern: third ? patternOf(third) : null };
}

/** The matrix pattern of st_relate. */
function patternOf(node: Expression): string {
  const pattern = node.kind === 'literal' && node.token.kind === 'text' ? node.token.text.toUpperCase() : '';
  if (!/^[TF*012]{9}$/.test(pattern))
    throw new OptionFault('st_relate: the pattern is nine of T, F, *, 0, 1, 2', node.at);
  return pattern;
}
