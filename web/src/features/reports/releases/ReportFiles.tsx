import { DownloadOutlined } from '@ant-design/icons';
import { type PeriodReport, periodReports, type ReportFormat } from '@plumbline/contract/reports/period-reports';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatAs } from '../../../design/formats.ts';
import { Pane } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { useProject } from '../../../kernel/project.tsx';

/** The files of a report as they are now. */
export function ReportFiles({ report }: { report: PeriodReport }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const fetchFile = async (format: ReportFormat): Promise<void> => {
    const { blob, fileName } = await download(periodReports.file, { projectId, reportId: report.id, format });
    saveAs(blob, fileName ?? `${report.firstDay}.${format}`);
  };
  return (
    <Pane title={t('periodReports:files')}>
      <div className="rr-files">
        {report.files.map(({ format, bytes }) => (
          <Button key={format} icon={<DownloadOutlined />} onClick={() => void fetchFile(format).catch(toasts.failed)}>
            {format.toUpperCase()}
            <span className="pl-sm pl-3">{formatAs('BYTE', bytes, t)}</span>
          </Button>
        ))}
      </div>
    </Pane>
  );
}
