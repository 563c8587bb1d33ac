import './history.css';
import type { Point } from '@plumbline/contract/points/points';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { CorrectionList } from '../corrections/corrections.parts.tsx';
import { ChangeLog } from './ChangeLog.tsx';

/** Shows the corrections of a point and the log of every act. */
export function HistoryPanel({
  point,
  open,
  startAt,
  onClose,
}: {
  point: Point;
  open: boolean;
  /** Where a new correction begins, if something was chosen on the chart. */
  startAt?: number | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'corrections' | 'changes'>('corrections');
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      flush
      title={
        <>
          {t('readings:history')} <span className="pl-2">{point.name}</span>
        </>
      }
    >
      <div className="history-tabs">
        <Segmented
          label={t('readings:history')}
          value={tab}
          options={[
            { value: 'corrections', label: t('corrections:title') },
            { value: 'changes', label: t('readings:change.title') },
          ]}
          onChange={setTab}
        />
      </div>
      {tab === 'corrections' ? <CorrectionList point={point} startAt={startAt} /> : <ChangeLog point={point} />}
    </SidePanel>
  );
}
