/** Chains of segments around a tunnel, on its lining laid flat: each from the mark of its first joint, by the angles of the others. Pure. */
import { chainsOf, type PlacedNow } from '@plumbline/contract/site/drawings.figures';
import type { Shape } from '@plumbline/contract/views/profiles';
import { chainOnLining, onLaidLining } from '@plumbline/science/plane-figures/lining';
import { type Known, placeOf, type RingPlace } from './figure-shapes.ts';
import type { PlaneFrame } from './plane-frame.ts';

export interface RingChain {
  readonly id: number;
  readonly state: Known;
  /** The joints that have a value, with the number of each from the first. */
  readonly places: readonly (RingPlace & { readonly joint: number })[];
  /** Pairs of neighbours that lie beside one another on the lining too: where it was cut open nothing is joined. */
  readonly parts: readonly { readonly from: RingPlace; readonly to: RingPlace; readonly joint: number }[];
}
export interface ChainsDrawn {
  readonly chains: readonly RingChain[];
  readonly turnMissing: number;
}
export const noChains: ChainsDrawn = { chains: [], turnMissing: 0 };

/** `turn` = which way around the tube the lining goes as it grows, 1 = counter-clockwise as sections are drawn; null = not known. */
export function ringChains(
  points: readonly PlacedNow[],
  shapes: readonly Shape[],
  frame: PlaneFrame,
  turn: 1 | -1 | null,
): ChainsDrawn {
  const chains = chainsOf(points);
  if (turn === null) return { chains: [], turnMissing: chains.length };
  const byPoint = new Map(shapes.map((shape) => [shape.pointId, shape]));
  return {
    chains: chains.flatMap((each) => {
      const shape = byPoint.get(each.point.id);
      return shape ? (chainOf(each, shape, frame, turn) ?? []) : [];
    }),
    turnMissing: 0,
  };
}

/** null = nothing of it is known now. */
function chainOf(each: PlacedNow, shape: Shape, frame: PlaneFrame, turn: 1 | -1): RingChain | null {
  const { id } = each.point;
  const { state } = each;
  if (state === 'missing' || shape.at === null) return null;
  const moves = shape.x.map((acrossMm, joint) => ({ acrossMm, upMm: shape.y[joint] ?? null }));
  const laid = chainOnLining(shape.casing.nodes, moves);
  if (!laid) return null;
  const first = placeOf(each, frame);
  // Metres along the lining from the upper edge of the drawing, growing as the lining does.
  const perM = -frame.upPerM * frame.upSign;
  const middleM = frame.height / 2 / perM;
  const places = laid.girthsM.map((girthM, joint) => {
    const { outMm = null } = laid.movements[joint] ?? {};
    const y = perM * onLaidLining(first.y / perM + turn * girthM, laid.girthM, middleM);
    return outMm === null || y < 0 || y > frame.height ? null : { id, state, x: first.x, y, outMm, joint };
  });
  const drawn = places.flatMap((place) => place ?? []);
  if (drawn.length === 0) return null;
  const halfTube = (laid.girthM * frame.upPerM) / 2;
  const next = shape.casing.form === 'ring' ? [...places.slice(1), places[0]] : places.slice(1);
  const parts = next.flatMap((to, joint) => {
    const from = places[joint];
    return from && to && Math.abs(to.y - from.y) < halfTube ? [{ from, to, joint }] : [];
  });
  return { id, state, places: drawn, parts };
}
