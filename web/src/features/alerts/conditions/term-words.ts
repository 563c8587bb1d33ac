/** Conditions and their terms in words, the same in the editor, the list and an alert. */
import type { TermPlace } from '@plumbline/contract/alerts/alerts';
import {
  type ConditionGroup,
  type ConditionRules,
  type ConditionTerm,
  termUnit,
} from '@plumbline/contract/alerts/conditions.terms';
import { type FamilyCode, families } from '@plumbline/contract/points/families';
import { formatSpan } from '@plumbline/science/display/span';
import { readingsInARow } from '@plumbline/science/limits/condition-rule';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatDay, formatNumber, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { wordKey } from '../../../kernel/words.ts';

/** A field of a point as words name it. */
export interface NamedField {
  readonly name: string;
  readonly family: string;
  readonly unit: string;
}
export type FindField = (pointId: number, field: string) => NamedField | undefined;
type TermOf = Pick<ConditionTerm, 'kind' | 'side' | 'low' | 'high' | 'field' | 'spanSeconds' | 'sinceAt'> & {
  readonly axis?: ConditionTerm['axis'];
  readonly statuses?: readonly string[] | null;
  readonly consecutive?: number;
};
/** Kinds that look at a point as a whole: their sentence names no field. */
export const ofWholePoint: readonly ConditionTerm['kind'][] = ['profile', 'slope', 'vibration', 'health'];

/** As many as were typed. */
const decimalsOf = (value: number): number => Math.min(6, String(value).split('.')[1]?.length ?? 0);

/** A bound with its unit; limits are shown as they were typed. */
function useBoundWords() {
  const { t } = useTranslation();
  return useCallback(
    ({ side, low, high }: Pick<ConditionTerm, 'side' | 'low' | 'high'>, unit: string) => {
      const numberText = (value: number | null) =>
        value === null ? missing : `${formatNumber(value, decimalsOf(value))} ${unit}`.trim();
      return t(`conditions:bound.${side}`, { low: numberText(low), high: numberText(high) });
    },
    [t],
  );
}

/** A term as a part of a sentence. `unit` = that of what it measures. */
export function useTermWords() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const bound = useBoundWords();
  return useCallback(
    (term: TermOf, point: Omit<NamedField, 'unit'> | undefined, other: string | null, unit: string): string => {
      const isFamily = point && point.family in families;
      const field =
        isFamily && !ofWholePoint.includes(term.kind) ? fieldWord(point.family as FamilyCode, term.field) : '';
      const name = isFamily ? `${point.name} ${field}`.trim() : t('conditions:noPoint');
      const words = t(`conditions:term.${term.kind}`, {
        name,
        other: other ?? t('conditions:noPoint'),
        bound: bound(term, unit),
        span: term.spanSeconds === null ? missing : formatSpan(term.spanSeconds, language),
        axis: term.axis ? t(`conditions:axes.${term.axis}`) : missing,
        statuses: (term.statuses ?? []).map((each) => t(wordKey(`common:health.${each}`))).join(' / '),
        date: term.sinceAt === null ? missing : formatDay(term.sinceAt, project.timeZone),
      });
      const count = readingsInARow({ kind: term.kind, consecutive: term.consecutive ?? 1 });
      return count === 1 ? words : t('conditions:inARow', { words, count });
    },
    [t, language, project.timeZone, fieldWord, bound],
  );
}

/** Returns the words for the measurement of a term: the value, and where it was found. */
export function useMeasuredWords() {
  const { t } = useTranslation();
  return useCallback(
    (
      kind: ConditionTerm['kind'],
      { value, found }: { readonly value: number | null; readonly found?: TermPlace | null },
      unit: string,
    ): string => {
      // Whether the finding is there says the truth of the term.
      if (kind === 'health') return '';
      if (value === null) return kind === 'failure' ? t('conditions:noFailure') : missing;
      const valueText = `${formatNumber(value)} ${unit}`.trim();
      if (!found) return valueText;
      if (found.value === null || found.limit === null)
        return t('conditions:foundAt', { value: valueText, place: `${formatNumber(found.place)} m` });
      return t('conditions:foundHz', {
        value: `${formatNumber(found.value)} mm/s`,
        hz: `${formatNumber(found.place, 1)} Hz`,
        limit: `${formatNumber(found.limit)} mm/s`,
        share: valueText,
      });
    },
    [t],
  );
}

/** A whole condition as one sentence. */
export function useSentence() {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useTermWords();
  return useCallback(
    (rules: ConditionRules, find: FindField): string => {
      const termText = (term: ConditionTerm): string => {
        const point = find(term.pointId, term.field);
        const other =
          term.otherPointId === null ? null : (find(term.otherPointId, term.otherField ?? '')?.name ?? null);
        return words(term, point, other, termUnit(term, point?.unit ?? ''));
      };
      const groupText = (group: ConditionGroup, alone: boolean): string => {
        const parts = group.terms.map(termText);
        const text = joined(group, parts);
        return parts.length > 1 && !alone ? t('conditions:bracket', { text }) : text;
      };
      const joined = (
        { combine, count }: Pick<ConditionGroup, 'combine' | 'count'>,
        parts: readonly string[],
      ): string => {
        const [first = ''] = parts;
        if (parts.length === 1) return first;
        // A bracket of Chinese brings its own space.
        if (combine !== 'atLeast') return parts.join(t(`conditions:join.${combine}`)).replaceAll(' （', '（');
        return t('conditions:atLeastOf', {
          count: count ?? 0,
          total: parts.length,
          list: parts.join(t('conditions:join.list')),
        });
      };
      const level = t(`common:level.${levelName(rules.level)}`);
      const alone = rules.groups.length === 1;
      const text = joined(
        rules,
        rules.groups.map((group) => groupText(group, alone)),
      );
      const delay = (seconds: number) => formatSpan(seconds, language);
      return [
        t('conditions:sentence', { level, text }),
        rules.raiseDelaySeconds > 0 ? t('conditions:raiseAfter', { span: delay(rules.raiseDelaySeconds) }) : '',
        rules.clearDelaySeconds > 0 ? t('conditions:clearAfter', { span: delay(rules.clearDelaySeconds) }) : '',
      ]
        .filter(Boolean)
        .join(' ');
    },
    [t, language, words],
  );
}
