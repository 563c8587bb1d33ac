import type { Point } from '@plumbline/contract/points/points';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pointFigures } from '../../../charts/point-figures.ts';
import { usePlaceWord } from '../../../charts/point-words.ts';
import { useFieldWord, useStateWord } from '../../../kernel/field-words.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { NamedMark } from '../../../maps/shapes.ts';
import { useHeadlineWords } from './headline.parts.tsx';
import { useHeadlines } from './headlines.queries.ts';

interface Labelled {
  readonly point: Point;
  /** Of the main field; null = never read. */
  readonly value: number | null;
  readonly unit: string;
  readonly precision: number;
}

/**
 * Returns the words under the name of a point on a map or drawing, as its head says them: the number with its unit, before it the
 * quantity and where on a chain it was read; of a master its headline and whose that is.
 */
export function usePointLabels(points: readonly Labelled[]): (of: Labelled) => Pick<NamedMark, 'quantity' | 'detail'> {
  const { project } = useProject();
  const { t } = useTranslation();
  const headlines = useHeadlines(
    project.id,
    points.some(({ point }) => point.type === 3),
  );
  const headlineWords = useHeadlineWords();
  const fieldWord = useFieldWord();
  const stateWord = useStateWord();
  const placeWord = usePlaceWord();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of a language
  return useCallback(
    ({ point, value, unit, precision }) => {
      const headline = headlines.get(point.id);
      if (headline) {
        const figure = formatNumber(headline.amount, headline.precision);
        return { quantity: headlineWords(headline), detail: `${figure} ${headline.unit}`.trim() };
      }
      if (value === null) return {};
      const place =
        point.nodeCount > 1 ? pointFigures(point, point.mainField, point.latest?.values ?? [], []).valuePlace : null;
      return {
        quantity: [fieldWord(point.family, point.mainField), placeWord(place)].filter(Boolean).join(' '),
        detail: stateWord(point.mainField, value) ?? `${formatNumber(value, precision)} ${unit}`.trim(),
      };
    },
    [headlines, t],
  );
}
