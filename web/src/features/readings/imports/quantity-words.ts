import type { FamilyCode } from '@plumbline/contract/points/families';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';

const raw = [
  'frequency',
  'digits',
  'temperature',
  'resistance',
  'current',
  'voltage',
  'ratio',
  'barometer',
  'east',
  'north',
  'height',
  'tips',
  'permittivity',
] as const;

/** The name of what an import writes: the field of a manual point, the raw quantity of one that a sensor feeds. */
export function useQuantityWord(): (point: { type: number; family: FamilyCode; mode: number }, name: string) => string {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return useCallback(
    ({ type, family, mode }, name) => {
      if (type === 2) return fieldWord(family, name);
      // A chain of segments sends angles, its fields are movements.
      if (mode === 5 && (name === 'x' || name === 'y')) return t(`imports:raw.angle`, { axis: name.toUpperCase() });
      const [, stem = name, number = ''] = /^(.*?)(\d*)$/.exec(name) ?? [];
      const quantity = raw.find((each) => each === stem);
      return quantity ? [t(`imports:raw.${quantity}`), number].filter(Boolean).join(' ') : fieldWord(family, name);
    },
    [t, fieldWord],
  );
}
