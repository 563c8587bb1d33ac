import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Field } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { correctionKinds, corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import type { Quantity } from '@plumbline/contract/readings/readings.shapes';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFilter } from '../../charts/filter/filter-state.ts';
import type { ChartBox, Range } from '../../charts/frame/range.ts';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { PointSettings } from '../../features/points/bindings/settings.parts.tsx';
import { CorrectionDialog } from '../../features/readings/corrections/corrections.parts.tsx';
import { HistoryPanel, TracePanel } from '../../features/readings/history/history.parts.tsx';
import { ExportDialog } from '../../features/reports/exports/exports.parts.tsx';
import { AnnotationsPanel } from '../../features/site/annotations/annotations.parts.tsx';
import type { ShownPoint } from '../../features/views/views/point-view.parts.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatCount, formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import { useWrite } from '../../kernel/writes.ts';

const why: FieldDefinition = {
  type: 'INPUT',
  prop: 'reason',
  label: 'corrections:reason',
  rules: { maxLength: 200 },
  span: 2,
};
const span: readonly FieldDefinition[] = [
  { type: 'DATE', inputType: 'datetime', prop: 'from', label: 'readings:box.from' },
  { type: 'DATE', inputType: 'datetime', prop: 'to', label: 'readings:box.to' },
];

/** Rates are flagged by time alone: they are not what is stored. */
const boundsOf = ({ unit }: Field): readonly FieldDefinition[] => [
  { type: 'NUMBER', prop: 'lower', label: 'readings:box.lower', unit },
  { type: 'NUMBER', prop: 'upper', label: 'readings:box.upper', unit },
];
const verdict: FieldDefinition = {
  type: 'SELECT',
  inputType: 'buttons',
  prop: 'quality',
  label: 'readings:flag.quality',
  tips: 'readings:flag.means',
  span: 2,
  options: (['fail', 'suspect', 'pass'] as const).map((value) => ({ value, label: `readings:quality.${value}` })),
};

/** Dialogs and panels over the data view: where a value comes from, the history, and dialogs that begin on the chart or in the menu. */
export interface Acts {
  readonly tracedAt: number | null;
  readonly isHistoryOpen: boolean;
  readonly isAnnotating: boolean;
  /** Values to be flagged. */
  readonly box: ChartBox | null;
  /** A range to be deleted. */
  readonly deleting: Range | null;
  readonly isExporting: boolean;
  readonly isSettingsOpen: boolean;
  /** True when dragging on the chart draws a box. */
  readonly isChoosing: boolean;
}
const noActs: Acts = {
  tracedAt: null,
  isHistoryOpen: false,
  isAnnotating: false,
  box: null,
  deleting: null,
  isExporting: false,
  isSettingsOpen: false,
  isChoosing: false,
};
export function useActs(): [Acts, (change: Partial<Acts>) => void] {
  const [acts, setActs] = useState(noActs);
  return [acts, useCallback((change) => setActs((before) => ({ ...before, ...change })), [])];
}

/** The addresses Shift, Topshift, Initshift and BasenodeFix of specification 2 open the dialog of that kind. */
function CorrectionByAddress({ point }: { point: Point }) {
  const allowed = useAllowed();
  const [correctKind, setCorrectKind] = useUrlState('correct', '');
  const kind = correctionKinds.find((each) => each === correctKind);
  if (kind === undefined || point.archivedAt !== null || !allowed(corrections.createShift)) return null;
  return <CorrectionDialog point={point} kind={kind} onClose={() => setCorrectKind(null)} />;
}

/** Panels and dialogs of a point as they are asked for. */
export function PointDialogs({
  shownPoint: { point, field, view, ranges, drawing },
  nodes,
  acts,
  onChange,
}: {
  shownPoint: ShownPoint;
  nodes: readonly TreeNode[];
  acts: Acts;
  onChange: (change: Partial<Acts>) => void;
}) {
  const { quantity, raw } = view;
  const { filter } = useFilter([field.key]);
  const { tracedAt, isHistoryOpen, isAnnotating, box, deleting, isExporting, isSettingsOpen } = acts;
  const others = drawing.drawn.map((each) => each.point).filter(({ id }) => id !== point.id);
  return (
    <>
      <TracePanel point={point} field={field.key} at={tracedAt} onClose={() => onChange({ tracedAt: null })} />
      <HistoryPanel
        point={point}
        open={isHistoryOpen}
        startAt={tracedAt ?? undefined}
        onClose={() => onChange({ isHistoryOpen: false })}
      />
      <CorrectionByAddress point={point} />
      <AnnotationsPanel
        structureId={point.structureId}
        startAt={tracedAt ?? ranges.shown.to}
        nodes={nodes}
        open={isAnnotating}
        onClose={() => onChange({ isAnnotating: false })}
      />
      {box && (
        <FlagDialog
          point={point}
          field={field}
          quantity={quantity}
          raw={raw}
          box={box}
          onClose={() => onChange({ box: null, isChoosing: false })}
        />
      )}
      {deleting && <DeleteDialog point={point} box={deleting} onClose={() => onChange({ deleting: null })} />}
      {isExporting && (
        <ExportDialog
          shown={{ points: [point, ...others], field, quantity, raw, filter, ...ranges.listed }}
          onClose={() => onChange({ isExporting: false })}
        />
      )}
      <PointSettings open={isSettingsOpen} pointId={point.id} onClose={() => onChange({ isSettingsOpen: false })} />
    </>
  );
}

/** Gives a verdict on the values in a box, or between two times; says what it did, with an undo. */
function FlagDialog({
  point,
  field,
  quantity,
  raw,
  box,
  onClose,
}: {
  point: Point;
  field: Field;
  quantity: Quantity;
  raw: boolean;
  box: ChartBox;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: flagReadings } = useWrite(history.flag);
  const { project } = useProject();
  const reportOutcome = useOutcome(point);
  const isRate = quantity === 'rate';
  const round = (value: number): number => Number(value.toPrecision(6));
  return (
    <FormDialog
      title={t('readings:flag.title', { name: point.name })}
      schema={history.flag.input}
      fixed={{ pointId: point.id, fields: [field.key], raw, ...(isRate ? {} : { quantity }) }}
      initial={{
        from: new Date(box.from).toISOString(),
        to: new Date(box.to).toISOString(),
        ...(isRate ? {} : { lower: round(box.lower), upper: round(box.upper) }),
        quality: 'fail',
      }}
      fields={[...span, ...(isRate ? [] : boundsOf(field)), verdict, why]}
      zone={project.timeZone}
      saveLabel={t('readings:flag.do')}
      onSave={async (input: never) => reportOutcome(await flagReadings(input), 'flagged')}
      onClose={onClose}
    />
  );
}

/** Deletes the readings between two times; they stay in history and can be put back. */
function DeleteDialog({ point, box, onClose }: { point: Point; box: Range; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: deleteReadings } = useWrite(history.delete);
  const { project } = useProject();
  const reportOutcome = useOutcome(point);
  return (
    <FormDialog
      title={t('readings:delete.title', { name: point.name })}
      schema={history.delete.input}
      fixed={{ pointIds: [point.id] }}
      initial={{ from: new Date(box.from).toISOString(), to: new Date(box.to).toISOString() }}
      fields={[...span, why]}
      zone={project.timeZone}
      saveLabel={t('readings:delete.do')}
      danger
      onSave={async (input: never) => reportOutcome(await deleteReadings(input), 'deleted')}
      onClose={onClose}
    >
      <p className="pl-2">
        {t('readings:delete.means', {
          from: formatTime(box.from, project.timeZone),
          to: formatTime(box.to, project.timeZone),
        })}
      </p>
    </FormDialog>
  );
}

/** Says what an act did, and offers to undo it for as long as the words stay. */
function useOutcome(point: Point) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: undoChange } = useWrite(history.undo);
  return async (
    { changed, changeId, taskId }: { changed: number; changeId: number | null; taskId: number | null },
    did: 'flagged' | 'deleted',
  ): Promise<void> => {
    if (taskId !== null || changeId === null) {
      toasts.done(t('readings:box.working'));
      return;
    }
    toasts.done(t(`readings:box.${did}`, { count: changed, n: formatCount(changed) }), {
      words: t('readings:change.undo'),
      run: async () => {
        const { restored, taskId: undoing } = await undoChange({ pointId: point.id, changeId });
        toasts.done(
          undoing === null ? t('readings:change.undoneNow', { count: restored }) : t('readings:change.undoing'),
        );
      },
    });
  };
}
