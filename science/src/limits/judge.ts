/**
 * Limits: which of the four levels a reading reaches, and when that raises or releases an alert. `judge` is a pure
 * reducer, so running a point's history through it in time order gives the same alerts as live.
 */

/** 0 normal, 1 blue, 2 yellow, 3 orange, 4 red. */
export type Level = 0 | 1 | 2 | 3 | 4;
export type Method = 'twoSided' | 'upper' | 'lower';
export type Measure = 'value' | 'cumulative' | 'rate';
/** Thresholds of levels 1..4, positive and ascending; null: this level is not set. */
export type Levels = readonly (number | null)[];

export interface Rule {
  /** What is compared: the value, its change since the initial value, its change per day, or two of them at once. */
  readonly kind: Measure | 'multi';
  readonly method: Method;
  readonly levels: Levels;
  /** The rate's own thresholds, for kind 'multi'. */
  readonly rate?: { readonly method: Method; readonly levels: Levels };
  /** Kind 'multi': 'and' takes the lower of the two levels (default), 'or' the higher. */
  readonly combine?: 'and' | 'or';
  /** Kind 'multi': what is compared beside the rate; default 'value'. */
  readonly base?: 'value' | 'cumulative';
  /** A level is left below this part of its threshold; default 0.95. */
  readonly releaseRatio?: number;
  /** ... for this many readings in a row; default 2. */
  readonly releaseCount?: number;
  /** Readings in a row above the present level that raise an alert, 1..5; default 1. */
  readonly consecutive?: number;
}

export interface State {
  readonly level: Level;
  /** The run of readings above `level`: its length and the lowest level in it. */
  readonly pendingLevel: Level;
  readonly pendingCount: number;
  /** The run of readings below the release line. */
  readonly releaseCount: number;
}

export interface Input {
  readonly value: number | null;
  readonly cumulative: number | null;
  readonly rate: number | null;
}

export interface Raised {
  readonly level: Level;
  /** The measured number that reached the level, and the threshold with the sign of the side that was crossed. */
  readonly value: number;
  readonly threshold: number;
  readonly measure: Measure;
}

export interface Judgement {
  readonly state: State;
  readonly raised?: Raised;
  /** The alert is over: the level fell to 0. */
  readonly released?: true;
  /** An alert is on and this reading reaches its level again. */
  readonly refreshed?: true;
}

export const normalState: State = { level: 0, pendingLevel: 0, pendingCount: 0, releaseCount: 0 };

/** The size that is compared with a threshold: |x|, x or -x. */
function sizeOf(value: number, method: Method): number {
  return method === 'twoSided' ? Math.abs(value) : method === 'upper' ? value : -value;
}

/**
 * The highest level whose threshold, times `ratio`, is reached (>=); levels that are not set are skipped but keep their
 * number: [10, null, 30, null] gives 3 at 30. NaN gives 0. Source: specification 3, reading of domain.md 6.1.
 */
export function levelOf(value: number, levels: Levels, method: Method, ratio = 1): Level {
  const size = sizeOf(value, method);
  for (let level = Math.min(4, levels.length); level > 0; level--) {
    const threshold = levels[level - 1];
    if (threshold !== null && threshold !== undefined && size >= threshold * ratio) return level as Level;
  }
  return 0;
}

interface Part {
  readonly measure: Measure;
  readonly value: number;
  readonly method: Method;
  readonly levels: Levels;
}

/** What of the input the rule compares. Null when too little is known to say any level. */
function partsOf(rule: Rule, input: Input): { parts: readonly Part[]; complete: boolean } | null {
  const { method, levels } = rule;
  if (rule.kind !== 'multi') {
    const value = input[rule.kind];
    if (!isNumber(value)) return null;
    return { parts: [{ measure: rule.kind, value, method, levels }], complete: true };
  }
  const measure = rule.base ?? 'value';
  const value = input[measure];
  const parts: Part[] = [];
  if (isNumber(value)) parts.push({ measure, value, method, levels });
  if (isNumber(input.rate))
    parts.push({ measure: 'rate', value: input.rate, ...(rule.rate ?? { method, levels: [] }) });
  const complete = parts.length === 2;
  return parts.length === 0 || (rule.combine !== 'or' && !complete) ? null : { parts, complete };
}

const isNumber = (value: number | null): value is number => value !== null && Number.isFinite(value);

/** Level of the parts together, and the part that decided it. */
function together(rule: Rule, parts: readonly Part[], ratio: number): { level: Level; part: Part } {
  let [part, ...remaining] = parts as [Part, ...Part[]];
  let level = levelOf(part.value, part.levels, part.method, ratio);
  for (const other of remaining) {
    const its = levelOf(other.value, other.levels, other.method, ratio);
    if (rule.combine === 'or' ? its > level : its < level) {
      level = its;
      part = other;
    }
  }
  return { level, part };
}

/**
 * The level that a reading reaches by itself, whatever came before it; null = it says nothing. `complete` false = one of
 * two measures is unknown, so it may be higher.
 */
export function levelReached(rule: Rule, input: Input): { readonly level: Level; readonly complete: boolean } | null {
  const parts = partsOf(rule, input);
  return parts === null ? null : { level: together(rule, parts.parts, 1).level, complete: parts.complete };
}

/**
 * The state after a reading at which the rule stands at `level`, where it does not depend on the readings before: no run
 * towards another level has begun. null = one may have, or the reading says nothing.
 */
export function stateAfter(rule: Rule, level: Level, input: Input): State | null {
  const parts = partsOf(rule, input);
  if (parts === null) return null;
  const reached = together(rule, parts.parts, 1).level;
  if (reached > level) return null;
  const remains = reached === level || together(rule, parts.parts, rule.releaseRatio ?? 0.95).level >= level;
  return remains ? { level, pendingLevel: 0, pendingCount: 0, releaseCount: 0 } : null;
}

function raisedBy(part: Part, level: Level): Raised {
  let index = level - 1;
  while (index > 0 && (part.levels[index] ?? null) === null) index--;
  const threshold = part.levels[index] ?? 0;
  const below = part.method === 'lower' || (part.method === 'twoSided' && part.value < 0);
  return { level, value: part.value, threshold: below ? -threshold : threshold, measure: part.measure };
}

/**
 * One reading against a rule. The level rises after `consecutive` readings in a row above it, to the lowest of them; it
 * falls after `releaseCount` readings in a row that no longer hold it at `releaseRatio`, to the level that the last of
 * them still holds. A reading that says nothing (null) leaves the state as it is. `state` null: nothing read so far.
 */
export function judge(rule: Rule, state: State | null, input: Input): Judgement {
  const before = state ?? normalState;
  const parts = partsOf(rule, input);
  if (parts === null) return { state: before };
  const { level, part } = together(rule, parts.parts, 1);

  if (level > before.level) {
    const running = before.pendingCount > 0;
    const pendingLevel = running && before.pendingLevel < level ? before.pendingLevel : level;
    const pendingCount = before.pendingCount + 1;
    if (pendingCount < (rule.consecutive ?? 1)) {
      return { state: { level: before.level, pendingLevel, pendingCount, releaseCount: 0 } };
    }
    // This reading may itself begin the run towards a still higher level.
    const onwards = level > pendingLevel;
    return {
      state: {
        level: pendingLevel,
        pendingLevel: onwards ? level : 0,
        pendingCount: onwards ? 1 : 0,
        releaseCount: 0,
      },
      raised: raisedBy(part, pendingLevel),
    };
  }

  if (before.level === 0) return { state: normalState };
  const releaseLevel = together(rule, parts.parts, rule.releaseRatio ?? 0.95).level;
  const stays: State = { level: before.level, pendingLevel: 0, pendingCount: 0, releaseCount: 0 };
  if (level === before.level) return { state: stays, refreshed: true };
  if (releaseLevel >= before.level) return { state: stays };
  // With one of two measures unknown the other may still hold the alert: wait.
  if (!parts.complete) return { state: { ...stays, releaseCount: before.releaseCount } };
  const releaseCount = before.releaseCount + 1;
  if (releaseCount < (rule.releaseCount ?? 2)) return { state: { ...stays, releaseCount } };
  return releaseLevel === 0 ? { state: normalState, released: true } : { state: { ...stays, level: releaseLevel } };
}
