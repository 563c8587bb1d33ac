import type { ChartKind } from '../frame/kind.ts';
import { profile } from './profile/profile.ts';
import type { ProfileContent } from './profile/shapes.ts';
import type { TimeValueContent } from './time-value/shapes.ts';
import { timeValue } from './time-value/time-value.ts';

/** Every kind of chart by its name, and what it is given. A kind that is named here and not below does not compile. */
export interface ChartContents {
  readonly timeValue: TimeValueContent;
  readonly profile: ProfileContent;
}
export type ChartKindName = keyof ChartContents;

export const chartKinds: { readonly [K in ChartKindName]: ChartKind<ChartContents[K]> } = { timeValue, profile };
