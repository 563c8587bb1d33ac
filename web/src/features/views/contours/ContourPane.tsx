import { Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed, Outdated } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { SurveyPlayer } from '../surveys/surveys.parts.tsx';
import { bandColour } from './band-colours.ts';
import { ContourLayer } from './ContourLayer.tsx';
import { contourSpans, type DrawingSize, edgesOf, frameField } from './contour-frames.ts';
import { type ContourGroup, maxContourPoints } from './contour-groups.ts';
import { useContourFrames } from './contours.queries.ts';
import type { ContourChoice } from './use-contours.ts';

const noContours = '';

/** Chooses the contours; none where no three points of the drawing show the same. */
export function ContourSelect({ groups, choice }: { groups: readonly ContourGroup[]; choice: ContourChoice }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  if (groups.length === 0) return null;
  const options = groups.map(({ key, family, field, points }) => ({
    value: key,
    disabled: points.length > maxContourPoints,
    label:
      points.length > maxContourPoints
        ? t('contours:tooMany', { what: t(`families:family.${family}`), most: maxContourPoints })
        : `${t(`families:family.${family}`)} · ${fieldWord(family, field.key)} (${points.length})`,
  }));
  return (
    <div className="ct-select">
      <span className="pl-sm pl-3">{t('contours:title')}</span>
      <Select
        size="small"
        aria-label={t('contours:title')}
        value={choice.group?.key ?? noContours}
        options={[{ value: noContours, label: t('contours:none') }, ...options]}
        popupMatchSelectWidth={false}
        onChange={(key) => choice.choose(key === noContours ? null : key)}
      />
    </div>
  );
}

/**
 * The contours that are chosen: `children` puts the layer on the drawing, which stays what it is while they come and go; under
 * it stand what they show, their legend and the player.
 */
export function Contours({
  choice,
  size,
  children,
}: {
  choice: ContourChoice;
  size: DrawingSize;
  children: (layer: ReactNode) => ReactNode;
}) {
  const { t } = useTranslation();
  const { group, quantity, span } = choice;
  const { query, frames } = useContourFrames(group, quantity, span);
  const [playedAt, setPlayedAt] = useState<number | null>(null);
  const times = frames.map(({ at }) => at);
  const last = frames.length - 1;
  const frameAt = playedAt === null ? -1 : times.findIndex((at) => at >= playedAt);
  const played = frameAt < 0 ? last : frameAt;
  const frame = frames[played];
  const edges = useMemo(() => edgesOf(frames), [frames]);
  const field = useMemo(
    () => (group && frame ? frameField(group.points, frame, edges, size) : null),
    [group, frame, edges, size],
  );
  return (
    <>
      {children(field && <ContourLayer field={field} size={size} label={t('contours:layer')} />)}
      {group && (
        <div className="ct-pane" aria-busy={query.isFetching} data-contours={field ? 'drawn' : 'none'}>
          <div className="ct-row">
            <Choices choice={choice} onSpan={() => setPlayedAt(null)} />
            {field && <Legend edges={edges} group={group} />}
          </div>
          <Outdated query={query} />
          {query.data === undefined && query.error ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            frame && <ContourFacts frame={frame} isDrawn={field !== null} />
          )}
          {last > 0 && (
            <SurveyPlayer
              times={times}
              chosen={played}
              onChoose={(place) => setPlayedAt(place === last ? null : (times[place] ?? null))}
            />
          )}
        </div>
      )}
    </>
  );
}

function Choices({
  choice: { quantity, span, setQuantity, setSpan },
  onSpan,
}: {
  choice: ContourChoice;
  onSpan: () => void;
}) {
  const { t } = useTranslation();
  const quantities = (['cumulative', 'value'] as const).map((value) => ({
    value,
    label: t(`readings:quantities.${value}`),
  }));
  return (
    <>
      <Segmented label={t('contours:of')} value={quantity} options={quantities} onChange={setQuantity} />
      <Segmented
        label={t('contours:over')}
        value={span}
        options={contourSpans.map((value) => ({ value, label: t(`contours:spans.${value}`) }))}
        onChange={(next) => {
          onSpan();
          setSpan(next);
        }}
      />
    </>
  );
}

/** What the colours mean. */
function Legend({ edges, group: { family, field } }: { edges: readonly number[]; group: ContourGroup }) {
  const fieldWord = useFieldWord();
  const bands = edges.length - 1;
  return (
    <div
      className="ct-legend pl-sm"
      role="img"
      aria-label={`${fieldWord(family, field.key)} ${field.unit}: ${edges.join(' · ')}`}
    >
      {edges.map((edge, i) => (
        <span key={edge} className="edge">
          {i < bands && <i style={{ background: bandColour(i, bands) }} />}
          <span>{formatNumber(edge, decimalsOf(edges))}</span>
        </span>
      ))}
      <span className="pl-3">{field.unit}</span>
    </div>
  );
}

/** As many as the step between two edges needs. */
function decimalsOf([first = 0, second = first + 1]: readonly number[]): number {
  return Math.max(0, Math.min(6, -Math.floor(Math.log10(second - first) + 1e-9)));
}

/** Contours are a guess between readings: how many of them, of when, and which are missing. */
function ContourFacts({
  frame: { at, values },
  isDrawn,
}: {
  frame: { readonly at: number; readonly values: readonly (number | null)[] };
  isDrawn: boolean;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const measured = values.filter((value) => value !== null).length;
  const left = values.length - measured;
  return (
    <p className="ct-known pl-sm">
      <b>{formatTime(at, timeZone)}</b>
      <span>{isDrawn ? t('contours:between', { count: measured }) : t('contours:tooFew')}</span>
      {left > 0 && <span className="pl-b">{t('contours:leftOut', { count: left })}</span>}
      {isDrawn && <span className="pl-3">{t('contours:levels')}</span>}
    </p>
  );
}
