import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { thresholdKinds, thresholdMethods } from '@plumbline/contract/points/thresholds';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridColumn } from '../../../design/form/EditableTable.tsx';
import { LevelMark } from '../../../design/Level.tsx';
import { sharedFieldWords, useFieldWord } from '../../../kernel/field-words.ts';
import { levelProps, type NamedPoint } from './threshold-rows.ts';

const choice = (prop: string, label: string, widthPx: number, options: [string, string][]): GridColumn => ({
  type: 'SELECT',
  prop,
  label,
  widthPx,
  options: options.map(([value, word]) => ({ value, label: word })),
});

/** The columns of the table of limits; the fields are those of the families that are there. */
export function useRuleColumns(points: readonly NamedPoint[]): GridColumn[] {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const families = [...new Set(points.map(({ family }) => family))].sort().join();
  return useMemo(() => {
    const codes = families.split(',').filter(Boolean) as FamilyCode[];
    const fields = new Map(codes.flatMap((code) => fieldsOf(code, 0).map(({ key, unit }) => [key, unit] as const)));
    const units = new Set(fields.values());
    const [unit = ''] = units;
    /** One unit stands over the levels; several stand beside their fields. */
    const wordOf = (key: string, of: string): string =>
      [sharedFieldWords(fieldWord, codes, key).join(' / ') || key, ...(units.size > 1 && of ? [of] : [])].join(', ');
    return [
      { type: 'INPUT', prop: 'name', label: t('points:name'), widthPx: 150 },
      { type: 'INPUT', prop: 'place', label: t('points:structure'), widthPx: 180 },
      choice(
        'field',
        t('points:rule.field'),
        150,
        [...fields].map(([key, of]) => [key, wordOf(key, of)]),
      ),
      choice(
        'kind',
        t('points:rule.kind'),
        120,
        thresholdKinds.map((kind) => [kind, t(`points:kind.${kind}`)]),
      ),
      choice(
        'method',
        t('points:rule.method'),
        100,
        thresholdMethods.map((method) => [method, t(`thresholds:method.${method}`)]),
      ),
      ...levelProps.map(
        (prop, i): GridColumn => ({
          type: 'NUMBER',
          prop,
          label: t('thresholds:table.level', { level: i + 1 }),
          mark: <LevelMark level={i + 1} size={12} label={false} />,
          ...(units.size === 1 && unit ? { unit } : {}),
          widthPx: 92,
        }),
      ),
    ];
  }, [families, t, fieldWord]);
}
