import { FileExcelOutlined, FileTextOutlined } from '@ant-design/icons';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import type { FileFormat } from './waveforms.queries.ts';

/** The picture as pixels or lines, and its numbers as a table. */
export function SpectraFiles({
  chart,
  title,
  onFile,
}: {
  chart: RefObject<ChartHandle | null>;
  title: string;
  onFile: (format: FileFormat) => Promise<void>;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const save = (format: FileFormat): void => void onFile(format).catch((error: unknown) => toasts.failed(error));
  return (
    <span className="pl-row tight">
      <ChartFiles chart={chart} title={title} />
      <IconButton icon={<FileTextOutlined />} label={t('waveforms:spectraCsv')} onClick={() => save('csv')} />
      <IconButton icon={<FileExcelOutlined />} label={t('waveforms:spectraXlsx')} onClick={() => save('xlsx')} />
    </span>
  );
}
