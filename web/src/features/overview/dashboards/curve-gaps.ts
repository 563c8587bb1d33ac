import { dashboardLimits } from '@plumbline/contract/overview/dashboards.panels';

/**
 * From which distance on two values of a thinned curve are a gap, in seconds: three times the usual distance, and no less than three
 * of the steps by which it was thinned, in which a value may lie anywhere.
 */
export function gapSecondsOf(times: readonly number[], spanMs: number): number {
  const steps = times.slice(1).map((at, i) => at - (times[i] ?? at));
  const usual = steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return (3 * Math.max(usual, spanMs / dashboardLimits.curvePx)) / 1000;
}
