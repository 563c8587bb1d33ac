import { type ModelOption, models } from '@plumbline/contract/devices/models';
import { useMemo } from 'react';
import { useLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';

/** Returns the name of a model in the reader's language. */
export const modelName = ({ label, labels }: Pick<ModelOption, 'label' | 'labels'>, language: string): string =>
  labels[language as keyof typeof labels] || label;

/** The catalogue of predefined models as choosers need it: by series, and the series of each code (in lower case). */
export function useCatalogue() {
  const language = useLanguage();
  const query = useRead(models.series, {}, { staleTime: 5 * 60_000 });
  const series = query.data?.series;
  return useMemo(() => {
    const seriesOf = new Map<string, string>();
    for (const group of series ?? [])
      for (const { code } of group.models) seriesOf.set(code.toLowerCase(), group.series);
    const options = (series ?? []).map((group) => ({
      label: group.series,
      options: group.models.map((model) => ({
        value: model.code,
        label: `${model.code} · ${modelName(model, language)}`,
      })),
    }));
    return { series, seriesOf, options };
  }, [series, language]);
}
