import { type Processing, Quality } from '@plumbline/contract/points/points.settings';
import { faultsOf, type QualityConfig } from '@plumbline/science/quality/config';

/** Returns values that cannot be meant, by its place as `fields.level.range.failMin`: by the rules of the server, and its bounds. */
export const wrongPlaces = (value: Processing['quality']): ReadonlySet<string> =>
  new Set([
    ...faultsOf(value as QualityConfig).map(({ path }) => path),
    ...(Quality.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.')),
  ]);
