/**
 * Runs of an inclinometer probe. Invariants: the counts of both directions are what is stored, movements are calculated of them
 * by the conversion of their time; a run of another casing is refused, and nothing of it is stored.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { imports } from '@plumbline/contract/readings/imports';
import { checksumsOf } from '@plumbline/science/profiles/probe';
import { chainOf } from '@plumbline/science/sensors/chain';
import type { Sample } from '@plumbline/science/sensors/recipes';
import { Settings } from '@plumbline/science/sensors/settings';
import type { Context } from '../../../kernel/context.ts';
import { conversionsOf, type PeriodConversion } from '../../points/bindings/bindings.conversions.api.ts';
import { judgeRun, resultsOf, write } from './imports.entries.service.ts';

type Input = OutputOf<typeof imports.importProbe.input>;

/** Depths are written in steps of a centimetre at best. */
const toleranceMm = 6;

/** Throws kindUnsuitable, probeRunDiffers, badInput and what an entry throws. */
export async function importProbe(context: Context, input: Input) {
  const { pointId, at, reason, dryRun } = input;
  const { projectId, row } = await judgeRun(context, { pointId, at, sample: sampleOf(input) });
  const periods = getOrThrow(await conversionsOf(context.db, [pointId]), pointId);
  const period = periods.find(({ fromMs, toMs }) => row.at >= fromMs && row.at < toMs) ?? elementAt(periods, -1);
  refuseOther(input, period);
  const values = row.point.convert(row.at, row.sample);
  const column = (axis: 'x' | 'y') =>
    input.depthsM.map((_, i) => values[row.point.fields.indexOf(`${axis}${i + 1}`)] ?? null);
  const written = dryRun
    ? { results: await resultsOf(context, [row]), changeId: null }
    : await write(context, projectId, [row], reason);
  return {
    at: new Date(row.at).toISOString(),
    checks: {
      a: checkOf(input.a0, input.a180),
      b: input.b0 && input.b180 ? checkOf(input.b0, input.b180) : null,
    },
    x: column('x'),
    y: column('y'),
    hasInitial: Object.keys(period.parameters).some((key) => /^i[xy]\d+$/.test(key)),
    result: elementAt(written.results, 0),
    changeId: written.changeId,
  };
}

function sampleOf({ a0, a180, b0, b180, constant }: Input): Sample {
  return { a0, a180, ...(b0 && b180 && { b0, b180 }), constant };
}

function checkOf(a0: readonly number[], a180: readonly number[]) {
  const { mean, deviation, outliers } = checksumsOf({ a0, a180 });
  return { mean, deviation, outliers: [...outliers] };
}

/** Throws where the run is not of that casing as it was then: the number of its intervals, their length, or its axes. */
function refuseOther(
  { depthsM, a0, a180, b0, b180 }: Input,
  { family, nodeCount, parameters }: PeriodConversion,
): void {
  const chain = family === 'deepDisplacement' && nodeCount > 0 ? chainOf(new Settings(parameters), nodeCount) : null;
  if (chain?.form !== 'vertical') throw new Failure('badInput', [{ path: 'pointId', message: 'pointWithoutDepths' }]);
  for (const [path, list] of Object.entries({ depthsM, a0, a180, b0: b0 ?? a0, b180: b180 ?? a0 }))
    if (list.length !== nodeCount)
      throw new Failure('probeRunDiffers', { path, fault: 'intervals', found: list.length, expected: nodeCount });
  if ((b0 === null) !== (b180 === null))
    throw new Failure('probeRunDiffers', {
      path: b0 === null ? 'b0' : 'b180',
      fault: 'direction',
      found: 1,
      expected: 2,
    });
  for (let i = 1; i < nodeCount; i++) {
    const found = Math.round((elementAt(depthsM, i) - elementAt(depthsM, i - 1)) * 1000);
    const expected = elementAt(chain.lengthsMm, i);
    if (Math.abs(found - expected) > toleranceMm)
      throw new Failure('probeRunDiffers', { path: `depthsM.${i}`, fault: 'length', found, expected });
  }
}
