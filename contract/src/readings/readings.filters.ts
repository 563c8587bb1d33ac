/** Filters that a curve is looked at through: for the eye alone, nothing is stored or judged by them. */
import { z } from 'zod';

/** average, median: smoothing. hampel, sigma: outliers are refused, the rest stays as it is. */
export const filterMethods = ['average', 'median', 'hampel', 'sigma'] as const;
export type FilterMethod = (typeof filterMethods)[number];
export const filterUnits = ['hours', 'readings'] as const;
/** The longest windows, and what may be called far off. */
export const filterBounds = { hours: 744, readings: 999, minReadings: 3, threshold: { min: 0.5, max: 10, usual: 3 } };

/** Methods that refuse values; the others have no threshold. */
export const refuses = (method: FilterMethod): boolean => method === 'hampel' || method === 'sigma';

/** Of n values none lies farther than (n - 1) / sqrt(n) sample deviations from their mean: a smaller window refuses nothing. */
const canRefuse = (readings: number, threshold: number) => (readings - 1) / Math.sqrt(readings) > threshold;

export const DisplayFilter = z
  .object({
    method: z.enum(filterMethods),
    window: z
      .number()
      .positive()
      .describe(
        'Length of the centred window in `unit`: 744 hours at most, or an odd number of readings from 3 to 999',
      ),
    unit: z.enum(filterUnits),
    threshold: z
      .number()
      .min(filterBounds.threshold.min)
      .max(filterBounds.threshold.max)
      .default(filterBounds.threshold.usual)
      .describe('hampel, sigma: values farther off than so many deviations are refused'),
  })
  .refine(({ unit, window }) => unit === 'readings' || window <= filterBounds.hours, {
    path: ['window'],
    message: 'filterHours',
  })
  .refine(
    ({ unit, window }) =>
      unit === 'hours' || (window % 2 === 1 && window >= filterBounds.minReadings && window <= filterBounds.readings),
    { path: ['window'], message: 'filterReadings' },
  )
  .refine(
    ({ method, unit, window, threshold }) => method !== 'sigma' || unit === 'hours' || canRefuse(window, threshold),
    { path: ['window'], message: 'filterRefusesNone' },
  )
  .describe('Filtered values beside those that were measured; values that failed take no part')
  .meta({ id: 'DisplayFilter' });
export type DisplayFilter = z.output<typeof DisplayFilter>;

/** A filter as addresses and headings name it: `median-24h`, `hampel-7r-3`. */
export const filterText = ({ method, window, unit, threshold }: DisplayFilter): string =>
  `${method}-${window}${unit === 'hours' ? 'h' : 'r'}${refuses(method) ? `-${threshold}` : ''}`;

/** The filter of such a text; null where it is none. */
export function readFilter(text: string): DisplayFilter | null {
  const [, method, window, unit, threshold] = /^([a-z]+)-([\d.]{1,8})([hr])(?:-([\d.]{1,8}))?$/.exec(text) ?? [];
  const parsed = DisplayFilter.safeParse({
    method,
    window: Number(window),
    unit: unit === 'h' ? 'hours' : 'readings',
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
  });
  return parsed.success ? parsed.data : null;
}
