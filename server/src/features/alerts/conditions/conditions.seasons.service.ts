/**
 * What terms learn of the season when their condition is saved or tried: a model fitted to the good readings of the
 * training span. It is kept with the condition, and with each entry of its history; what becomes of those readings later
 * changes it only when a person has it learned again.
 */
import type { ConditionRules, ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import { Failure } from '@plumbline/contract/kernel/errors';
import { fitSeason, seasonNeeds, temperatureReachMs } from '@plumbline/science/limits/season';
import type { Db } from '../../../kernel/context.ts';
import { valuesOf } from './conditions.series.service.ts';

/** The rules with a model in each term that asks for one and has none. Throws conditionHistoryShort. */
export async function withSeasons<T extends Pick<ConditionRules, 'groups'>>(db: Db, rules: T): Promise<T> {
  let place = 0;
  const groups: ConditionRules['groups'] = [];
  for (const group of rules.groups) {
    const terms: ConditionTerm[] = [];
    for (const term of group.terms) terms.push(await withSeason(db, term, ++place));
    groups.push({ ...group, terms });
  }
  return { ...rules, groups };
}

async function withSeason(db: Db, term: ConditionTerm, place: number): Promise<ConditionTerm> {
  const { kind, season, pointId, field, otherPointId, otherField } = term;
  if (kind !== 'season' || !season || season.model) return term;
  const [fromMs, toMs] = [Date.parse(season.trainFrom), Date.parse(season.trainTo)];
  const series = await valuesOf(db, { pointId, field }, fromMs, toMs);
  const other = otherPointId === null ? null : { pointId: otherPointId, field: otherField ?? '' };
  const temperature = other && (await valuesOf(db, other, fromMs - temperatureReachMs, toMs));
  const found = fitSeason(series, temperature, { fromMs, toMs, hasTrend: season.hasTrend });
  if (!('deviation' in found)) {
    throw new Failure('conditionHistoryShort', {
      term: place,
      ...found,
      daysNeeded: seasonNeeds.days,
      readingsNeeded: seasonNeeds.readings,
      monthsNeeded: seasonNeeds.months,
    });
  }
  return { ...term, season: { ...season, model: found } };
}
