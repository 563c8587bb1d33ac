/** Where the joints of a chain are before they move, by the way in which it lies. Node i is the free end of segment i. */
import { panelElevationsM } from '../sections/panel.ts';
import type { Plane } from '../sections/plane.ts';
import { ringShape } from '../sections/ring.ts';
import type { ChainSetup } from '../sensors/chain.ts';
import { chainageOf } from '../settlement/tilt-line.ts';
import { shapeOf } from './array.ts';
import { type Column, jointDepths, jointsOf } from './survey.ts';

export interface Rest {
  /** Distance of each joint from joint 0 along the chain, m. A ring has no second joint where it closes. */
  readonly chainagesM: readonly number[];
  /** Vertical: depth of each joint, downwards, m; else empty. */
  readonly depthsM: readonly number[];
  /** Panel: elevation of each joint, m; else empty. */
  readonly elevationsM: readonly number[];
  /** Ring and arc: the joints in the plane of the section, mm from joint 0, y up; else empty. */
  readonly nodes: readonly Plane[];
  /** Ring: what the initial directions miss when they close, mm; else null. */
  readonly misclosure: Plane | null;
}

const toTheMicron = (metres: number): number => Math.round(metres * 1e6) / 1e6;

/** The chain at rest. `topDepthM`: of the upper end of a vertical one. */
export function restOf(chain: ChainSetup, topDepthM: number): Rest {
  const { form, lengthsMm, initialXDeg: directionDeg } = chain;
  const chainages = Array.from(chainageOf(lengthsMm), (mm) => toTheMicron(mm / 1000));
  const inSection = form === 'ring' || form === 'arc';
  const shape = inSection ? ringShape({ lengthsMm, directionDeg, isClosed: form === 'ring' }) : null;
  return {
    chainagesM: form === 'ring' ? chainages.slice(0, -1) : chainages,
    depthsM: form === 'vertical' ? jointDepths({ lengthsMm, fixedEnd: chain.fixedEnd, topDepthM }) : [],
    elevationsM: form === 'panel' ? Array.from(panelElevationsM(chain), toTheMicron) : [],
    nodes: shape?.nodes ?? [],
    misclosure: form === 'ring' && shape ? shape.misclosure : null,
  };
}

/** The joints of a survey of any form, from the free ends that are stored; of a ring without the one that closes it. */
export function jointsOfForm(
  { form, fixedEnd }: Pick<ChainSetup, 'form' | 'fixedEnd'>,
  freeEnds: Column,
  fixed: number | null,
): (number | null)[] {
  const joints = jointsOf(freeEnds, fixed, fixedEnd);
  return form === 'ring' ? joints.slice(0, -1) : joints;
}

/**
 * The chain as it lies at its initial angles, seen from the side, mm: of a casing A across and up; of a line or a slab
 * forwards and up; of a ring or an arc its section. What is not set (NaN) has no place.
 */
export function initialShape(chain: ChainSetup): Plane[] {
  const { form, lengthsMm, initialXDeg, initialYDeg, twistDeg, fixedEnd } = chain;
  if (form === 'ring' || form === 'arc') return [...restOf(chain, 0).nodes];
  if (form === 'vertical') {
    const tilts = { tiltXDeg: initialXDeg, tiltYDeg: initialYDeg, twistDeg };
    const { x, up } = shapeOf({ segmentMm: lengthsMm, fixedEnd, ...tilts });
    return Array.from(x, (value, joint) => ({ x: value, y: up[joint] as number }));
  }
  return [...ringShape({ lengthsMm, directionDeg: initialXDeg, isClosed: false }).nodes];
}
