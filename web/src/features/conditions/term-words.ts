/** Conditions and their terms in words, the same in the editor, the list and an alert. */
import type { ConditionGroup, ConditionRules, ConditionTerm } from '@plumbline/contract/conditions.terms';
import { type FamilyCode, families } from '@plumbline/contract/families';
import { formatSpan } from '@plumbline/science/display/span';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatDay, formatNumber, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';

/** A field of a point as words name it. */
export interface NamedField {
  readonly name: string;
  readonly family: string;
  readonly unit: string;
}
export type FindField = (pointId: number, field: string) => NamedField | undefined;
type TermOf = Pick<ConditionTerm, 'kind' | 'side' | 'low' | 'high' | 'field' | 'spanSeconds' | 'sinceAt'> &
  Partial<Pick<ConditionTerm, 'uniformRate'>>;

/** The unit of what a term measures; `unit` = that of its field. */
export const termUnit = ({ kind }: Pick<ConditionTerm, 'kind'>, unit: string): string =>
  kind === 'rate' ? `${unit}/d` : kind === 'tangent' ? '°' : kind === 'silence' ? 'h' : unit;

/** As many as were typed. */
const decimalsOf = (value: number): number => Math.min(6, String(value).split('.')[1]?.length ?? 0);

/** A bound with its unit; limits are shown as they were typed. */
function useBoundWords() {
  const { t } = useTranslation();
  return useCallback(
    ({ side, low, high }: Pick<ConditionTerm, 'side' | 'low' | 'high'>, unit: string) => {
      const shown = (value: number | null) =>
        value === null ? missing : `${formatNumber(value, decimalsOf(value))} ${unit}`.trim();
      return t(`conditions:bound.${side}`, { low: shown(low), high: shown(high) });
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
      const known = point && point.family in families;
      const name = known
        ? `${point.name} ${fieldWord(point.family as FamilyCode, term.field)}`
        : t('conditions:noPoint');
      return t(`conditions:term.${term.kind}`, {
        name,
        other: other ?? t('conditions:noPoint'),
        bound: bound(term, unit),
        span: term.spanSeconds === null ? missing : formatSpan(term.spanSeconds, language),
        date: term.sinceAt === null ? missing : formatDay(term.sinceAt, project.timeZone),
      });
    },
    [t, language, project.timeZone, fieldWord, bound],
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
        if (combine !== 'atLeast') return parts.join(t(`conditions:join.${combine}`));
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
