/** The casing that a run of a probe was read in, from the depths of its file. Pure. */
import { shortestSegmentMm } from '../sensors/chain.ts';

export interface ProbeCasing {
  readonly nodeCount: number;
  /** Lengths of its segments, mm: the usual one, and those that differ from it. */
  readonly parameters: Readonly<Record<string, number>>;
}
const maxNodes = 150;

/** Depths in m from the top down. Null where no casing can be so: too few or too many, not downwards, segments too short. */
export function casingOf(depthsM: readonly number[]): ProbeCasing | null {
  const [top = 0] = depthsM;
  const steps = depthsM.slice(1).map((depth, i) => Math.round((depth - (depthsM[i] as number)) * 1000));
  if (steps.length === 0 || depthsM.length > maxNodes) return null;
  const counts = Map.groupBy(steps, (step) => step);
  const usual = [...counts].reduce((most, each) => (each[1].length > most[1].length ? each : most))[0];
  // Depths are those of the lower ends; the first step is from the surface, unless the run begins deeper.
  const first = Math.round(top * 1000);
  const lengths = [first >= shortestSegmentMm && first <= usual ? first : usual, ...steps];
  if (lengths.some((length) => length < shortestSegmentMm)) return null;
  const others = lengths.flatMap((length, i) => (length === usual ? [] : [[`length${i + 1}`, length] as const]));
  return { nodeCount: depthsM.length, parameters: { segmentMm: usual, ...Object.fromEntries(others) } };
}
