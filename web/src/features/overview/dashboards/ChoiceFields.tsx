import {
  dashboardLimits,
  type PanelKind,
  type PanelView,
  panelDays,
  panelViews,
} from '@plumbline/contract/overview/dashboards.panels';
import { points } from '@plumbline/contract/points/points';
import { drawings } from '@plumbline/contract/site/drawings';
import type { FigureSetting } from '@plumbline/contract/site/drawings.figures';
import { structures } from '@plumbline/contract/site/structures';
import { viewsOf } from '@plumbline/contract/views/views';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../../../design/form/use-options.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { FigureFields } from '../../views/plane-figures/plane-figures.parts.tsx';

/** Choices made for a panel so far. */
export interface Choice {
  readonly title: string;
  readonly kind: PanelKind;
  readonly pointId: number | null;
  readonly pointIds: readonly number[];
  readonly days: (typeof panelDays)[number];
  readonly view: PanelView | null;
  readonly structureId: number | null;
  readonly drawingId: number | null;
  readonly figures: FigureSetting | undefined;
  readonly text: string;
}
interface FieldsProps {
  readonly choice: Choice;
  readonly onChange: (change: Partial<Choice>) => void;
}

/** Shows the label of a field above it, also once something is chosen. */
export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="db-field">
    <span className="pl-sm pl-2">{label}</span>
    {children}
  </div>
);

/** Chooses the content of a panel, by its kind. */
export function ChoiceFields(props: FieldsProps) {
  const { kind } = props.choice;
  if (kind === 'curve') return <CurveFields {...props} />;
  if (kind === 'value' || kind === 'photo') return <PointField {...props} />;
  if (kind === 'view') return <ViewFields {...props} />;
  if (kind === 'drawing') return <DrawingFields {...props} />;
  if (kind === 'map') return <StructureField {...props} isOptional />;
  return null;
}

/** Every point of the project, to be found by its name. */
function usePoints() {
  const { project } = useProject();
  return useOptions('points', points.table, { projectId: project.id }).data?.rows ?? [];
}

const optionsOf = (rows: ReturnType<typeof usePoints>) =>
  rows.map(({ id, name, structurePath }) => ({
    value: id,
    label: name,
    title: `${structurePath.join(' / ')} · ${name}`,
  }));

function PointField({ choice, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const rows = usePoints();
  // A master shows what it joins in a view; it has no value of its own.
  const measuring = choice.kind === 'value' ? rows.filter(({ type }) => type !== 3) : rows;
  return (
    <Field label={t('dashboards:point')}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('dashboards:point')}
        placeholder={t('dashboards:point')}
        value={choice.pointId}
        options={optionsOf(measuring)}
        onChange={(pointId) => onChange({ pointId, view: null })}
      />
    </Field>
  );
}

function CurveFields({ choice, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const rows = usePoints();
  return (
    <>
      <Field label={t('dashboards:points')}>
        <Select
          mode="multiple"
          maxCount={dashboardLimits.points}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('dashboards:points')}
          placeholder={t('dashboards:points')}
          value={[...choice.pointIds]}
          options={optionsOf(rows.filter(({ type }) => type !== 3))}
          onChange={(pointIds) => onChange({ pointIds })}
        />
      </Field>
      <Field label={t('walls:days')}>
        <Select
          aria-label={t('walls:days')}
          value={choice.days}
          options={panelDays.map((value) => ({ value, label: t('walls:pastDays', { count: value }) }))}
          onChange={(days) => onChange({ days })}
        />
      </Field>
    </>
  );
}

/** A point, and one of the views that it offers. */
function ViewFields({ choice, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const rows = usePoints();
  const point = rows.find(({ id }) => id === choice.pointId);
  const offered = point ? viewsOf(point) : [];
  return (
    <>
      <PointField choice={choice} onChange={onChange} />
      {point && (
        <Field label={t('dashboards:view')}>
          <Select
            aria-label={t('dashboards:view')}
            placeholder={t('dashboards:view')}
            value={choice.view}
            options={panelViews
              .filter((name) => offered.includes(name))
              .map((value) => ({ value, label: t(`profiles:tab.${value}`) }))}
            onChange={(view) => onChange({ view })}
          />
        </Field>
      )}
    </>
  );
}

function StructureField({ choice, onChange, isOptional = false }: FieldsProps & { isOptional?: boolean }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const all = useRead(structures.list, { projectId: project.id }).data?.structures ?? [];
  return (
    <Field label={t('dashboards:structure')}>
      <Select
        allowClear={isOptional}
        aria-label={t('dashboards:structure')}
        placeholder={t(isOptional ? 'dashboards:wholeProject' : 'dashboards:structure')}
        value={choice.structureId}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(structureId) => onChange({ structureId: structureId ?? null, drawingId: null, figures: undefined })}
      />
    </Field>
  );
}

function DrawingFields({ choice, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { structureId, drawingId } = choice;
  const sheets = useRead(drawings.list, { structureId: structureId ?? 0 }, { enabled: structureId !== null });
  const chosen = sheets.data?.drawings.find(({ id }) => id === drawingId);
  return (
    <>
      <StructureField choice={choice} onChange={onChange} />
      {structureId !== null && (
        <Field label={t('dashboards:kinds.drawing')}>
          <Select
            aria-label={t('dashboards:kinds.drawing')}
            placeholder={t('dashboards:kinds.drawing')}
            notFoundContent={t('walls:noDrawings')}
            value={drawingId}
            options={sheets.data?.drawings.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            onChange={(next) => onChange({ drawingId: next, figures: undefined })}
          />
        </Field>
      )}
      {chosen && (
        <Field label={t('planeFigures:title')}>
          <FigureFields drawing={chosen} value={choice.figures} onChange={(figures) => onChange({ figures })} />
        </Field>
      )}
    </>
  );
}
