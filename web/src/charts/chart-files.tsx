import {
  BorderOuterOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileTextOutlined,
  PictureOutlined,
} from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../design/Toasts.tsx';
import type { ChartHandle } from './frame/ChartFrame.tsx';
import { PictureDialog } from './PictureDialog.tsx';

type Items = NonNullable<MenuProps['items']>;

/** Returns the files of a chart: entries of a menu, and the dialog that one of them opens. */
export function useChartFiles(
  chart: RefObject<ChartHandle | null>,
  title: string,
): { readonly items: Items; readonly dialog: ReactNode } {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isSizing, setSizing] = useState(false);
  const handle = (): ChartHandle | null => chart.current;
  const save = (download: Promise<void> | undefined): void => void download?.catch(toasts.failed);
  const items: Items = [
    {
      key: 'png',
      icon: <PictureOutlined />,
      label: t('common:chart.png'),
      onClick: () => save(handle()?.png(title)),
    },
    {
      key: 'size',
      icon: <BorderOuterOutlined />,
      label: t('common:chart.sized'),
      onClick: () => setSizing(handle() !== null),
    },
    {
      key: 'svg',
      icon: <FileImageOutlined />,
      label: t('common:chart.svg'),
      onClick: () => save(handle()?.svg(title)),
    },
    { key: 'csv', icon: <FileTextOutlined />, label: t('common:chart.csv'), onClick: () => handle()?.csv(title) },
    {
      key: 'xlsx',
      icon: <FileExcelOutlined />,
      label: t('common:chart.xlsx'),
      onClick: () => save(handle()?.xlsx(title)),
    },
  ];
  const dialog = isSizing && <PictureDialog chart={chart} title={title} onClose={() => setSizing(false)} />;
  return { items, dialog };
}
