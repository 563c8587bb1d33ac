import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { sameValue } from '../../../design/form/judge.ts';
import type { Difference } from '../../../design/form/Meanwhile.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { missing } from '../../../kernel/format.ts';

const keyOf = ({ field, kind, method }: Threshold): string => `${field} ${kind} ${method}`;

/** Limits in words: what each is called, its four levels, and in what two sets of them differ. */
export function useRuleWords(family: FamilyCode, nodeCount: number) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const nameOf = ({ field, kind, method }: Threshold): string =>
    [fieldWord(family, field), t(`points:kind.${kind}`), t(`thresholds:method.${method}`)].join(' · ');
  const levelsOf = (levels: Threshold['levels']): string => levels.map((level) => level ?? missing).join(' / ');
  const textOf = (rule: Threshold): string => {
    const unit = fieldsOf(family, nodeCount).find(({ key }) => key === rule.field)?.unit ?? '';
    return [
      `${levelsOf(rule.levels)} ${rule.kind === 'rate' ? `${unit}/d` : unit}`.trim(),
      ...(rule.rateLevels
        ? [`${levelsOf(rule.rateLevels)} ${unit}/d (${t(`thresholds:combine.${rule.combine}`)})`]
        : []),
      ...(rule.enabled ? [] : [t('points:rule.off')]),
    ].join('; ');
  };
  /** What the levels do not tell, where it alone differs. */
  const moreOf = ({ releaseRatio, releaseCount, consecutive }: Threshold): string =>
    `${t('points:rule.releaseRatio')} ${Math.round(releaseRatio * 100)} %, ${t('points:rule.releaseCount')} ${releaseCount}, ${t('points:rule.consecutive')} ${consecutive}`;
  const differencesOf = (before: readonly Threshold[], after: readonly Threshold[]): Difference[] => {
    const keys = [...new Set([...before, ...after].map(keyOf))];
    return keys.flatMap((key) => {
      const was = before.find((rule) => keyOf(rule) === key);
      const now = after.find((rule) => keyOf(rule) === key);
      const named = now ?? was;
      if (!named || sameValue(was, now)) return [];
      const isSameText = was && now && textOf(was) === textOf(now);
      const describe = (rule: Threshold | undefined): string =>
        rule === undefined ? '' : isSameText ? `${textOf(rule)} (${moreOf(rule)})` : textOf(rule);
      return [{ label: nameOf(named), was: describe(was), now: describe(now) }];
    });
  };
  return { differencesOf };
}
