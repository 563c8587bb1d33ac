import { DeleteOutlined } from '@ant-design/icons';
import { exports } from '@plumbline/contract/exports';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { download, saveAs } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';

/** Large exports that were made as files: kept for thirty days. */
export function ExportFiles() {
  const { t } = useTranslation();
  const { run: removeExport } = useWrite(exports.remove);
  const { project } = useProject();
  const toasts = useToasts();
  const query = useRead(exports.list, { projectId: project.id });
  const files = query.data?.exports ?? [];
  if (files.length === 0) return null;
  const fetchFile = async (exportId: number, name: string): Promise<void> => {
    const { blob, fileName } = await download(exports.file, { projectId: project.id, exportId });
    saveAs(blob, fileName ?? name);
  };
  return (
    <>
      <h2 className="imp-head pl-h3">{t('imports:exports')}</h2>
      <ul className="imp-exports">
        {files.map((file) => (
          <li key={file.id} className="pl-row">
            <b className="pl-ell">{file.fileName}</b>
            <span className="pl-sm pl-3">
              {t('imports:keptUntil', { time: formatTime(file.expiresAt, project.timeZone).slice(0, 10) })}
            </span>
            <span className="pl-gap" />
            <Button
              size="small"
              disabled={!file.ready}
              onClick={() => void fetchFile(file.id, file.fileName).catch(toasts.failed)}
            >
              {t(file.ready ? 'imports:download' : 'imports:beingMade')}
            </Button>
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('imports:discard', { name: file.fileName })}
              onClick={() => void removeExport({ projectId: project.id, exportId: file.id }).catch(toasts.failed)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
