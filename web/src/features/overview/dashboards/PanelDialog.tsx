import { dashboardLimits, Panel, type PanelKind, panelKinds } from '@plumbline/contract/overview/dashboards.panels';
import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, ChoiceFields, Field } from './ChoiceFields.tsx';

/** The size that a panel of a kind begins with. */
const sizes: Readonly<Record<PanelKind, { readonly w: number; readonly h: number }>> = {
  value: { w: 3, h: 3 },
  curve: { w: 6, h: 7 },
  view: { w: 12, h: 13 },
  drawing: { w: 8, h: 9 },
  map: { w: 6, h: 8 },
  alerts: { w: 4, h: 8 },
  health: { w: 4, h: 7 },
  structures: { w: 4, h: 7 },
  photo: { w: 4, h: 7 },
  text: { w: 4, h: 3 },
};

const choiceOf = (panel: Panel): Choice => ({
  title: panel.title,
  kind: panel.kind,
  pointId: 'pointId' in panel ? panel.pointId : null,
  pointIds: panel.kind === 'curve' ? panel.pointIds : [],
  days: panel.kind === 'curve' ? panel.days : 30,
  view: panel.kind === 'view' ? panel.view : null,
  structureId: 'structureId' in panel ? panel.structureId : null,
  drawingId: panel.kind === 'drawing' ? panel.drawingId : null,
  figures: panel.kind === 'drawing' ? panel.figures : undefined,
  text: panel.kind === 'text' ? panel.text : '',
});
const noChoice: Choice = {
  title: '',
  kind: 'value',
  pointId: null,
  pointIds: [],
  days: 30,
  view: null,
  structureId: null,
  drawingId: null,
  figures: undefined,
  text: '',
};

/** Edits a panel: a new one, or one that is there. What is not chosen yet keeps it from being taken. */
export function PanelDialog({
  panel,
  place: { id, x, y },
  onDone,
  onClose,
}: {
  panel: Panel | null;
  /** Where a new one goes. */
  place: { readonly id: string; readonly x: number; readonly y: number };
  onDone: (panel: Panel) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Choice>(() => (panel ? choiceOf(panel) : noChoice));
  const { kind } = choice;
  const change = (next: Partial<Choice>): void => setChoice({ ...choice, ...next });
  const at = panel ? { id: panel.id, x: panel.x, y: panel.y, w: panel.w, h: panel.h } : { id, x, y, ...sizes[kind] };
  // What belongs to another kind is left out by the schema of this one.
  const parsed = Panel.safeParse({ ...choice, ...at });
  return (
    <Modal
      open
      title={t(panel ? 'dashboards:changePanel' : 'dashboards:addPanel')}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            disabled={!parsed.success || (kind === 'text' && choice.text.trim() === '')}
            onClick={() => {
              if (!parsed.success) return;
              onDone(parsed.data);
              onClose();
            }}
          >
            {t(panel ? 'dashboards:take' : 'dashboards:add')}
          </Button>
        </>
      }
    >
      <div className="db-dialog">
        <Field label={t('dashboards:kind')}>
          <Select
            aria-label={t('dashboards:kind')}
            value={kind}
            disabled={panel !== null}
            options={panelKinds.map((value) => ({ value, label: t(`dashboards:kinds.${value}`) }))}
            onChange={(next) => setChoice({ ...noChoice, title: choice.title, kind: next })}
          />
        </Field>
        <ChoiceFields choice={choice} onChange={change} />
        <WrittenFields choice={choice} onChange={change} />
      </div>
    </Modal>
  );
}

/** What people write of a panel: its text, and a title of their own. */
function WrittenFields({ choice, onChange }: { choice: Choice; onChange: (next: Partial<Choice>) => void }) {
  const { t } = useTranslation();
  return (
    <>
      {choice.kind === 'text' && (
        <Field label={t('dashboards:text')}>
          <Input.TextArea
            aria-label={t('dashboards:text')}
            rows={5}
            maxLength={dashboardLimits.text}
            value={choice.text}
            onChange={({ target }) => onChange({ text: target.value })}
          />
        </Field>
      )}
      <Field label={t('dashboards:title')}>
        <Input
          aria-label={t('dashboards:title')}
          maxLength={50}
          placeholder={t('dashboards:titleOwn')}
          value={choice.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
    </>
  );
}
