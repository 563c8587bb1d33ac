/** Two ways to do the same, the plain rows and the store, timed in turn. */
import { ascending, type Figure, figure, percentile } from './numbers.ts';

const questions = 15;

export interface Pair {
  readonly name: string;
  readonly target?: { ratio?: number; under?: number };
  readonly rows: () => Promise<number>;
  readonly store: () => Promise<number>;
}

/** Both ways in turn, so that whatever else the machine does hits both. They must find the same number of things. */
export async function compare({ name, target = {}, rows, store }: Pair, runs: number): Promise<Figure[]> {
  const all: { rows: number[]; store: number[] } = { rows: [], store: [] };
  for (let run = 0; run < runs; run++) {
    const [a, b]: number[][] = [[], []];
    for (let i = -3; i < questions; i++) {
      const [slow, quick] = [await timed(rows), await timed(store)];
      if (Math.abs(slow.found - quick.found) > 0.2 * slow.found)
        throw new Error(`${name}: ${slow.found} and ${quick.found}`);
      if (i < 0) continue;
      a!.push(slow.ms);
      b!.push(quick.ms);
    }
    all.rows.push(percentile(ascending(a!), 0.5));
    all.store.push(percentile(ascending(b!), 0.5));
  }
  const ratios = all.rows.map((ms, i) => ms / all.store[i]!);
  return [
    figure(name, 'ms', all.store, target.under === undefined ? null : { under: target.under }),
    figure('  rows', 'ms', all.rows),
    figure('  times faster', '', ratios, target.ratio === undefined ? null : { atLeast: target.ratio }),
  ];
}

async function timed(act: () => Promise<number>) {
  const started = performance.now();
  const found = await act();
  return { found, ms: performance.now() - started };
}
