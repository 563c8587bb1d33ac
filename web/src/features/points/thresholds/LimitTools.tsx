import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { BackTestMany } from './BackTestMany.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';
import type { NamedPoint } from './threshold-rows.ts';
import type { TestRow } from './use-back-test.ts';
import type { LimitMode } from './use-limit-saving.ts';

type Named = ReadonlyMap<number, NamedPoint>;

/** Over the table of limits: a template for all of it, how it meets what is stored, and the back-test. */
export function LimitTools({
  shown,
  onUse,
  mode,
  onMode,
  rows,
  named,
}: {
  shown: readonly NamedPoint[];
  onUse: (rule: Threshold) => void;
  mode: LimitMode;
  onMode: (mode: LimitMode) => void;
  /** The limits as they are written; null while something is wrong with them. */
  rows: readonly TestRow[] | null;
  named: Named;
}) {
  return (
    <div className="pl-row" style={{ flexWrap: 'wrap' }}>
      <FromTemplate shown={shown} onUse={onUse} />
      <ModeChoice mode={mode} onChange={onMode} />
      <span className="pl-gap" />
      <TestedBefore rows={rows} named={named} />
    </div>
  );
}

/** A limit of a template for every point that is shown, where they are of one family. */
function FromTemplate({ shown, onUse }: { shown: readonly NamedPoint[]; onUse: (rule: Threshold) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const isOneFamily = new Set(shown.map(({ family }) => family)).size === 1;
  const [first] = shown;
  return (
    <>
      <Button
        size="small"
        disabled={!isOneFamily}
        title={isOneFamily ? undefined : t('thresholds:table.sameFamily')}
        onClick={() => setOpen(true)}
      >
        {t('thresholds:table.template')}
      </Button>
      {isOpen && first && (
        <TemplateDialog
          family={first.family as FamilyCode}
          nodeCount={0}
          mainField={first.mainField}
          onUse={(rule) => {
            onUse(rule);
            toasts.done(t('thresholds:table.templateDone', { count: shown.length }));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function ModeChoice({ mode, onChange }: { mode: LimitMode; onChange: (mode: LimitMode) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('thresholds:table.mode')}
        value={mode}
        onChange={onChange}
        options={(['add', 'replace'] as const).map((value) => ({ value, label: t(`thresholds:table.${value}`) }))}
      />
      <span className="pl-3 pl-sm">{t(`thresholds:table.${mode}Why`)}</span>
    </>
  );
}

/** The limits as they are written, tried out on the past. */
function TestedBefore({ rows, named }: { rows: readonly TestRow[] | null; named: Named }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" disabled={rows === null} onClick={() => setOpen(true)}>
        {t('thresholds:table.backTest')}
      </Button>
      {isOpen && rows && (
        <Modal
          open
          width={1100}
          title={t('thresholds:backTestMany.proposed')}
          onCancel={close}
          footer={<Button onClick={close}>{t('common:close')}</Button>}
        >
          <BackTestMany rows={rows.filter(({ thresholds }) => thresholds.length > 0)} named={named} />
        </Modal>
      )}
    </>
  );
}
