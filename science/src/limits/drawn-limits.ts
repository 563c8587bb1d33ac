/** The limits of a point as they are drawn: the same on screens and in reports. Pure. */

/** What a value is looked at as. */
type Quantity = 'value' | 'cumulative' | 'rate';
/** As limits are set: levels 1 to 4, null = left out. */
export interface DrawnRule {
  readonly field: string;
  readonly kind: Quantity | 'multi';
  readonly method: 'twoSided' | 'upper' | 'lower';
  readonly levels: readonly (number | null)[];
  readonly base: 'value' | 'cumulative';
  readonly rateLevels: readonly (number | null)[] | null;
  readonly enabled: boolean;
}
export interface LimitLevels {
  readonly levels: readonly (number | null)[];
  readonly method: DrawnRule['method'];
}
/** `cumulative` = what the limit is on the change, where it lies on the value. */
export interface LimitLine {
  readonly level: number;
  readonly value: number;
  readonly cumulative?: number;
}

/** The limits that one field has on one quantity; a rule of several indicators gives those of the quantity asked for. */
export function limitsOf(thresholds: readonly DrawnRule[], field: string, quantity: Quantity): LimitLevels[] {
  return thresholds.flatMap((rule): LimitLevels[] => {
    if (!rule.enabled || rule.field !== field) return [];
    if (rule.kind === quantity || (rule.kind === 'multi' && rule.base === quantity))
      return [{ levels: rule.levels, method: rule.method }];
    return rule.kind === 'multi' && quantity === 'rate' && rule.rateLevels
      ? [{ levels: rule.rateLevels, method: rule.method }]
      : [];
  });
}

/** Limits as lines: on both sides where both are watched. */
function linesOf(limits: readonly LimitLevels[]): LimitLine[] {
  return limits.flatMap(({ levels, method }) =>
    levels.flatMap((value, i) => {
      if (value === null) return [];
      const up = { level: i + 1, value };
      const down = { level: i + 1, value: -value };
      return method === 'twoSided' ? [up, down] : method === 'lower' ? [down] : [up];
    }),
  );
}

/** Where the limits of a field lie on what is drawn: a limit on the change lies on the value too, counted from the initial value. */
export function drawnLimits(
  thresholds: readonly DrawnRule[],
  field: string,
  quantity: Quantity,
  initial: number | null,
): LimitLine[] {
  const lines = linesOf(limitsOf(thresholds, field, quantity));
  if (quantity !== 'value' || initial === null) return lines;
  const ofChange = linesOf(limitsOf(thresholds, field, 'cumulative'));
  return [...lines, ...ofChange.map(({ level, value }) => ({ level, value: initial + value, cumulative: value }))];
}
