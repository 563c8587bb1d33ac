import { LineChart } from 'echarts/charts';
import type { TFunction } from 'i18next';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { ChartKind, Entry } from '../../frame/kind.ts';
import { ageColour, fileNumber } from '../survey-curves.ts';
import { draw, spotsOf } from './draw.ts';
import type { SectionContent, SectionSurvey } from './shapes.ts';

/** A section in its plane, true to scale: its nodes at rest, and at several times with their movements enlarged. */
export const section: ChartKind<SectionContent> = {
  parts: [LineChart],
  direction: 'x',
  minSpan: 1,
  pictureOf: () => ({ widthPx: 800, heightPx: 800 }),
  draw: (content, _, canvas) => draw(content, canvas),
  // The newest first: where there is room for few, it is seen.
  entriesOf: (content, at, tokens) => content.surveys.map((survey) => entryOf(content, survey, at, tokens)).reverse(),
  without: (content, hidden) => ({ ...content, surveys: content.surveys.filter(({ id }) => !hidden.has(id)) }),
  stopsOf: ({ rest }) => [...rest.keys()],
  spotsOf,
  dotsAt: () => [],
  positionWords: ({ nodeWord, names }, at) => ({
    whole: names?.[at] ?? `${nodeWord} ${at}`,
    short: names?.[at] ?? String(at),
  }),
  restsAt: ({ pinned }) => pinned ?? null,
  hasValues: ({ surveys }) => surveys.some(({ x }) => x.some((value) => value !== null)),
  captionOf: ({ factor, surveys }) => `×${factor}, ${surveys.map(({ name }) => name).join(', ')}`,
  tableOf,
};

/** How far a node has moved in the plane, mm. */
function sizeAt({ x, y }: SectionSurvey, node: number): number | null {
  const [dx, dy] = [x[node] ?? null, y[node] ?? null];
  return dx === null || dy === null ? null : Math.hypot(dx, dy);
}

function entryOf({ precision }: SectionContent, survey: SectionSurvey, at: number | null, tokens: Tokens): Entry {
  return {
    id: survey.id,
    name: survey.name,
    unit: 'mm',
    value: formatNumber(at === null ? null : sizeAt(survey, at), precision),
    swatch: { colour: ageColour(survey.age, tokens), shape: 'line' },
  };
}

/** A line for each node: where it is at rest, and its movement to the right and up in each survey. */
function tableOf(content: SectionContent, _: unknown, t: TFunction): (string | number | null)[][] {
  const head = [
    t('common:chart.node'),
    'x0 (mm)',
    'y0 (mm)',
    ...content.surveys.flatMap(({ name }) => [`${name} dx (mm)`, `${name} dy (mm)`]),
  ];
  const lines = content.rest.map((place, node) => [
    content.names?.[node] ?? node,
    fileNumber(place.x),
    fileNumber(place.y),
    ...content.surveys.flatMap(({ x, y }) => [fileNumber(x[node] ?? null), fileNumber(y[node] ?? null)]),
  ]);
  return [head, ...lines];
}
