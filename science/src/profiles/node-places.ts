/** Where the free end of a node lies on its chain, as people say it: so deep, so far along, or which node. Pure. */
import { chainOf } from '../sensors/chain.ts';
import { Settings } from '../sensors/settings.ts';
import { restOf } from './rest.ts';

export interface NodePlace {
  /** depth: m downwards; along: m from the first joint; elevation: m. node: its number, where no metres say it. */
  readonly kind: 'depth' | 'along' | 'elevation' | 'node';
  readonly at: number;
}

/** The place of a node 1..n; node i is the joint above its segment where the bottom is held, the one below where the top is. */
export function placeOfNode(
  parameters: Readonly<Record<string, number>>,
  nodeCount: number,
  topDepthM: number,
  node: number,
): NodePlace {
  const chain = chainOf(new Settings(parameters), nodeCount);
  const { depthsM, elevationsM, chainagesM } = restOf(chain, topDepthM);
  const joint = chain.fixedEnd === 'top' ? node : node - 1;
  const places = {
    vertical: ['depth', depthsM],
    panel: ['elevation', elevationsM],
    horizontal: ['along', chainagesM],
    ring: ['node', []],
    arc: ['node', []],
  } as const;
  const [kind, metres] = places[chain.form];
  const at = metres[joint];
  return at !== undefined && Number.isFinite(at) ? { kind, at } : { kind: 'node', at: node };
}
