import type { Schema } from '@plumbline/contract/kernel/route';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { traitsOf } from '../judge.ts';
import { wordsIn } from '../words.ts';
import type { Column } from './cells.ts';
import type { GridColumn } from './shapes.ts';

/** The columns in the reader's language, with what the schema says of each. */
export function useColumns(definitions: readonly GridColumn[], schema: Schema, readOnly: boolean): readonly Column[] {
  const { t, i18n } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language stands for its words
  return useMemo(
    () =>
      definitions.map((definition) => ({
        definition,
        prop: definition.prop,
        title: wordsIn(definition.label, t),
        unit: typeof definition.unit === 'string' ? wordsIn(definition.unit, t) : '',
        choices: (definition.options ?? []).map((option) => ({
          value: option.value,
          label: wordsIn(option.label, t),
        })),
        traits: traitsOf(schema, definition),
        closed: readOnly || definition.readOnly === true || definition.disabled === true,
      })),
    [definitions, schema, readOnly, i18n.language],
  );
}
