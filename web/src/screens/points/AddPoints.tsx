import { TableOutlined, UploadOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmLeaving } from '../../design/form/leave.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { SetUpSheet, type WaitingSheet } from '../../features/points/sheets/sheets.parts.tsx';
import { AddTable } from './AddTable.tsx';

/** New points: typed or pasted into a table, or as a spreadsheet that brings everything. */
export function AddPoints({
  first = 'table',
  onAdded,
  onWaiting,
}: {
  first?: 'table' | 'sheet';
  /** Given, a sheet that was checked is added by whoever is told of it. */
  onWaiting?: (sheet: WaitingSheet | null) => void;
  onAdded: (pointIds: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const [way, setWay] = useState(first);
  return (
    <div className="pt-grid-page">
      <Segmented
        label={t('commissioning:ways')}
        value={way}
        onChange={(next) => confirmLeaving(() => setWay(next))}
        options={[
          {
            value: 'table' as const,
            label: (
              <span className="pl-row tight">
                <TableOutlined /> {t('commissioning:way.table')}
              </span>
            ),
          },
          {
            value: 'sheet' as const,
            label: (
              <span className="pl-row tight">
                <UploadOutlined /> {t('commissioning:way.sheet')}
              </span>
            ),
          },
        ]}
      />
      {way === 'table' ? <AddTable onAdded={onAdded} /> : <SetUpSheet onAdded={onAdded} onWaiting={onWaiting} />}
    </div>
  );
}
