import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import { type Slide, wallCurveDays, wallLimits } from '@plumbline/contract/overview/walls';
import { points } from '@plumbline/contract/points/points';
import { drawings } from '@plumbline/contract/site/drawings';
import { structures } from '@plumbline/contract/site/structures';
import { Button, InputNumber, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../../app/shell/projects.queries.ts';
import { useOptions } from '../../../design/form/use-options.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { FigureFields } from '../../views/plane-figures/plane-figures.parts.tsx';

const [minSeconds, maxSeconds] = wallLimits.dwellSeconds;

/** Edits the slides of a wall: their content, order and duration. */
export function SlidesInput({ slides, onChange }: { slides: readonly Slide[]; onChange: (slides: Slide[]) => void }) {
  const { t } = useTranslation();
  const keys = useKeys(slides.length);
  const replace = (place: number, slide: Slide): void => onChange(slides.with(place, slide));
  const move = (place: number, by: 1 | -1): void => {
    const [one, other] = [slides[place], slides[place + by]];
    if (!one || !other) return;
    keys.swap(place, place + by);
    onChange(slides.with(place, other).with(place + by, one));
  };
  return (
    <div className="wall-slides">
      {slides.map((slide, place) => (
        <fieldset key={keys.at(place)} aria-label={t('walls:slide', { place: place + 1 })}>
          <span className="pl-num pl-3">{place + 1}</span>
          <SlideFields slide={slide} onChange={(changed) => replace(place, changed)} />
          <InputNumber
            style={{ width: 100 }}
            min={minSeconds}
            max={maxSeconds}
            suffix="s"
            aria-label={t('walls:dwell')}
            value={slide.dwellSeconds}
            onChange={(dwellSeconds) => dwellSeconds !== null && replace(place, { ...slide, dwellSeconds })}
          />
          <IconButton
            icon={<ArrowUpOutlined />}
            label={t('walls:up')}
            disabled={place === 0}
            onClick={() => move(place, -1)}
          />
          <IconButton
            icon={<ArrowDownOutlined />}
            label={t('walls:down')}
            disabled={place === slides.length - 1}
            onClick={() => move(place, 1)}
          />
          <IconButton
            icon={<DeleteOutlined />}
            label={t('walls:removeSlide')}
            disabled={slides.length === 1}
            onClick={() => {
              keys.remove(place);
              onChange(slides.toSpliced(place, 1));
            }}
          />
        </fieldset>
      ))}
      <AddSlide
        disabled={slides.length >= wallLimits.slides}
        onAdd={(slide) => {
          keys.add();
          onChange([...slides, slide]);
        }}
      />
    </div>
  );
}

/** Rows keep what belongs to them when they are moved: slides have no id. */
function useKeys(count: number) {
  const next = useRef(0);
  const list = useRef<number[]>([]);
  while (list.current.length < count) list.current.push(next.current++);
  return {
    at: (place: number): number => list.current[place] ?? place,
    add: () => list.current.push(next.current++),
    remove: (place: number) => list.current.splice(place, 1),
    swap: (one: number, other: number) => {
      const keys = list.current;
      [keys[one], keys[other]] = [keys[other] ?? other, keys[one] ?? one];
    },
  };
}

/** What the slide shows, in words; of curves, how far back they go. */
function SlideFields({ slide, onChange }: { slide: Slide; onChange: (slide: Slide) => void }) {
  const { t } = useTranslation();
  const list = useProjects().data?.projects;
  const projectName = (id: number): string => list?.find((each) => each.id === id)?.name ?? '…';
  if (slide.kind === 'overview') return <span className="what">{t('walls:kinds.overview')}</span>;
  if (slide.kind === 'project')
    return (
      <span className="what">
        {t('walls:kinds.project')} · {projectName(slide.projectId)}
      </span>
    );
  if (slide.kind === 'drawing') return <DrawingFields slide={slide} onChange={onChange} />;
  if (slide.kind === 'dashboard') return <DashboardName projectId={slide.projectId} dashboardId={slide.dashboardId} />;
  return (
    <span className="what pl-row tight">
      <PointNames ids={slide.pointIds} />
      <Select
        size="small"
        aria-label={t('walls:days')}
        value={slide.days}
        options={wallCurveDays.map((value) => ({ value, label: t('walls:pastDays', { count: value }) }))}
        onChange={(days) => onChange({ ...slide, days })}
      />
    </span>
  );
}

/** A drawing, and what is drawn on it beside its points. */
function DrawingFields({
  slide,
  onChange,
}: {
  slide: Extract<Slide, { kind: 'drawing' }>;
  onChange: (slide: Slide) => void;
}) {
  const { t } = useTranslation();
  const { structureId, drawingId, figures } = slide;
  const slideDrawing = useRead(drawings.get, { structureId, drawingId }).data?.drawing;
  return (
    <div className="what">
      {t('walls:kinds.drawing')} · {slideDrawing?.name ?? '…'}
      {slideDrawing && (
        <FigureFields
          drawing={slideDrawing}
          value={figures}
          onChange={(next) => onChange({ ...slide, figures: next })}
        />
      )}
    </div>
  );
}

function DashboardName(place: { projectId: number; dashboardId: number }) {
  const { t } = useTranslation();
  const dashboard = useRead(dashboards.get, place).data?.dashboard;
  return (
    <span className="what">
      {t('walls:kinds.dashboard')} · {dashboard?.name ?? '…'}
    </span>
  );
}

function PointNames({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  return (
    <span>
      {t('walls:kinds.points')} ·{' '}
      {ids.map((pointId, i) => (
        <span key={pointId}>
          {i > 0 && ', '}
          <PointName pointId={pointId} />
        </span>
      ))}
    </span>
  );
}
function PointName({ pointId }: { pointId: number }) {
  return <>{useRead(points.get, { pointId }).data?.measuringPoint.name ?? '…'}</>;
}

const kinds = ['overview', 'project', 'drawing', 'points', 'dashboard'] as const;

/** What somebody has chosen of the next slide so far. */
interface Choice {
  readonly kind: (typeof kinds)[number];
  readonly projectId: number | null;
  readonly structureId: number | null;
  readonly drawingId: number | null;
  readonly dashboardId: number | null;
  readonly pointIds: number[];
}
const noSlide = { projectId: null, structureId: null, drawingId: null, dashboardId: null, pointIds: [] };

/** The slide that was chosen; null while something of it is not. */
function slideOf({ kind, projectId, structureId, drawingId, dashboardId, pointIds }: Choice): Slide | null {
  const dwellSeconds = 20;
  if (kind === 'overview') return { kind, dwellSeconds };
  if (kind === 'project') return projectId === null ? null : { kind, dwellSeconds, projectId };
  if (kind === 'points') return pointIds.length === 0 ? null : { kind, dwellSeconds, pointIds, days: 7 };
  if (kind === 'dashboard')
    return projectId === null || dashboardId === null ? null : { kind, dwellSeconds, projectId, dashboardId };
  return structureId === null || drawingId === null ? null : { kind, dwellSeconds, structureId, drawingId };
}

/** A kind is chosen, then what of it: a project, a structure's drawing, up to four points, or a dashboard. */
function AddSlide({ disabled, onAdd }: { disabled: boolean; onAdd: (slide: Slide) => void }) {
  const { t } = useTranslation();
  const list = useProjects().data?.projects;
  const [choice, setChoice] = useState<Choice>({ kind: 'project', ...noSlide });
  const { kind, projectId } = choice;
  const slide = slideOf(choice);
  return (
    <div className="pl-row tight wall-add">
      <Select
        aria-label={t('walls:kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`walls:kinds.${value}`) }))}
        onChange={(value) => setChoice({ ...choice, kind: value })}
      />
      {kind !== 'overview' && (
        <Select
          aria-label={t('walls:project')}
          placeholder={t('walls:project')}
          value={projectId}
          options={list?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onChange={(id) => setChoice({ kind, ...noSlide, projectId: id })}
        />
      )}
      {kind === 'drawing' && projectId !== null && (
        <DrawingChoice projectId={projectId} choice={choice} onChange={setChoice} />
      )}
      {kind === 'points' && projectId !== null && (
        <PointChoice projectId={projectId} choice={choice} onChange={setChoice} />
      )}
      {kind === 'dashboard' && projectId !== null && (
        <DashboardChoice projectId={projectId} choice={choice} onChange={setChoice} />
      )}
      <Button icon={<PlusOutlined />} disabled={disabled || slide === null} onClick={() => slide && onAdd(slide)}>
        {t('walls:addSlide')}
      </Button>
    </div>
  );
}

interface ChoiceProps {
  readonly projectId: number;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

function DrawingChoice({ projectId, choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const { structureId, drawingId } = choice;
  const all = useRead(structures.list, { projectId }).data?.structures;
  const sheets = useRead(drawings.list, { structureId: structureId ?? 0 }, { enabled: structureId !== null });
  return (
    <>
      <Select
        aria-label={t('walls:structure')}
        placeholder={t('walls:structure')}
        value={structureId}
        options={all?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        onChange={(id) => onChange({ ...choice, structureId: id, drawingId: null })}
      />
      {structureId !== null && (
        <Select
          aria-label={t('walls:kinds.drawing')}
          placeholder={t('walls:kinds.drawing')}
          notFoundContent={t('walls:noDrawings')}
          value={drawingId}
          options={sheets.data?.drawings.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onChange={(id) => onChange({ ...choice, drawingId: id })}
        />
      )}
    </>
  );
}

function DashboardChoice({ projectId, choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const all = useRead(dashboards.list, { projectId }).data?.dashboards;
  return (
    <Select
      aria-label={t('walls:kinds.dashboard')}
      placeholder={t('walls:kinds.dashboard')}
      notFoundContent={t('dashboards:none')}
      value={choice.dashboardId}
      options={all?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      onChange={(dashboardId) => onChange({ ...choice, dashboardId })}
    />
  );
}

function PointChoice({ projectId, choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const rows = useOptions('points', points.rows, { projectId }).data?.rows;
  return (
    <Select
      mode="multiple"
      maxCount={wallLimits.points}
      style={{ minWidth: 200 }}
      aria-label={t('walls:kinds.points')}
      placeholder={t('walls:kinds.points')}
      value={choice.pointIds}
      optionFilterProp="label"
      options={rows?.filter(({ type }) => type !== 3).map(({ id, name }) => ({ value: id, label: name })) ?? []}
      onChange={(pointIds) => onChange({ ...choice, pointIds })}
    />
  );
}
