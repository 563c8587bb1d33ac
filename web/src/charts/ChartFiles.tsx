import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartFiles } from './chart-files.tsx';
import type { ChartHandle } from './frame/ChartFrame.tsx';

/** The files of a chart behind one button, the same for every kind. */
export function ChartFiles({ chart, title }: { chart: RefObject<ChartHandle | null>; title: string }) {
  const { t } = useTranslation();
  const { items, dialog } = useChartFiles(chart, title);
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button
          size="small"
          type="text"
          icon={<DownloadOutlined />}
          aria-label={t('common:chart.files')}
          title={t('common:chart.files')}
        />
      </Dropdown>
      {dialog}
    </>
  );
}
