/**
 * Where a waveform is calculated: one of a few seconds at once, a longer one in a thread, so that readings, alerts and pages
 * do not wait for it. Both by the same functions.
 */
import { CalculatingThread } from '../../../../kernel/calculations.ts';
import { calculations } from './calculations.ts';

type All = typeof calculations;

/** Samples of all axes that take about 20 ms; a call of the thread costs less than one. */
const atOnce = 30_000;
const thread = new CalculatingThread<All>(new URL('./calculations.worker.ts', import.meta.url));

/** `samples`: of all axes, of which the calculation takes its time. */
export async function calculate<K extends keyof All>(
  name: K,
  input: Parameters<All[K]>[0],
  samples: number,
): Promise<ReturnType<All[K]>> {
  if (samples > atOnce) return thread.run(name, input);
  const run = calculations[name] as (input: Parameters<All[K]>[0]) => ReturnType<All[K]>;
  return run(input);
}
