import type { FieldOption } from '@plumbline/contract/kernel/forms';
import { type FamilyCode, families, familyCodes } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../../../design/form/use-options.ts';
import { sharedFieldWords, useFieldWord } from '../../../kernel/field-words.ts';
import { useProject } from '../../../kernel/project.tsx';

/** Returns the choices of the fields, by their names: fields of some measurements (of all where none is named), points. */
export function useViewOptions(
  only: readonly FamilyCode[],
  enabled: boolean,
): Readonly<Record<string, FieldOption[] | undefined>> {
  const { t } = useTranslation();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const { data } = useOptions('points', points.rows, { projectId: project.id }, { enabled });
  if (!enabled) return {};
  const codes = only.length > 0 ? only : familyCodes;
  const keys = [...new Set(codes.flatMap((code) => families[code].fields.map(({ key }) => key)))];
  const fields = keys.map((value) => ({
    value,
    label: sharedFieldWords(fieldWord, codes, value).slice(0, 3).join(' / ') || value,
  }));
  return {
    field: [{ value: '', label: t('paperViews:mainField') }, ...fields],
    against: [{ value: '', label: t('paperViews:usualField') }, ...fields],
    withPointId: data && [
      { value: null, label: t('paperViews:samePoint') },
      ...data.rows.filter(({ type }) => type !== 3).map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
}
