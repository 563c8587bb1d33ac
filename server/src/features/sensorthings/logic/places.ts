/** The functions of places as they are written: which side is ours, which is written out. Pure. */
import type { Bound, Leaf } from './bound.ts';
import { placeCalls } from './functions.ts';
import { type Geometry, lengthOf } from './geometry.ts';
import type { Expression } from './grammar.ts';
import { OptionFault } from './tokens.ts';

/** `st_within(location, geography'...')`, either side first; `geo.length` of one place; `st_relate` with its pattern. */
export function bindPlaceCall(
  name: string,
  of: readonly Expression[],
  at: number,
  bind: (node: Expression) => Bound,
  geometryOf: (text: string, at: number) => Geometry,
): Bound {
  const takes = name === 'geo.length' ? 1 : name === 'st_relate' ? 3 : 2;
  if (of.length !== takes) throw new OptionFault(`${name} takes ${takes} values`, at);
  const isWritten = (node: Expression) => node.kind === 'literal' && node.token.kind === 'geography';
  const [first, second, third] = of as readonly [Expression, Expression | undefined, Expression | undefined];
  const turned = takes > 1 && isWritten(first);
  if (takes === 1 && first.kind === 'literal' && first.token.kind === 'geography')
    return { kind: 'constant', type: 'number', value: lengthOf(geometryOf(first.token.text, first.at)) };
  const ours = bind(turned ? second! : first);
  if (ours.kind !== 'leaf' || ours.type !== 'place')
    throw new OptionFault(`${name} takes location, feature or observedArea, and a geography'...'`, at);
  const base = { kind: 'place', type: placeCalls[name]!, name, leaf: ours as Leaf, turned } as const;
  if (takes === 1) return { ...base, geometry: null, pattern: null };
  const written = turned ? first : second!;
  if (written.kind !== 'literal' || written.token.kind !== 'geography')
    throw new OptionFault(`${name}: one of the two places is written out as geography'...'`, written.at);
  const geometry = geometryOf(written.token.text, written.at);
  if (!third) return { ...base, geometry, pattern: null };
  const pattern = third.kind === 'literal' && third.token.kind === 'text' ? third.token.text.toUpperCase() : '';
  if (!/^[TF*012]{9}$/.test(pattern))
    throw new OptionFault('st_relate: the pattern is nine of T, F, *, 0, 1, 2', third.at);
  return { ...base, geometry, pattern };
}
