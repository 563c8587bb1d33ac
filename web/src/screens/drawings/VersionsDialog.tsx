import { DownloadOutlined } from '@ant-design/icons';
import { type Drawing, type DrawingVersion, drawings } from '@plumbline/contract/site/drawings';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatAs } from '../../design/formats.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { download, saveAs } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';

/** The files of a drawing, the newest first: to take away, and to show again. */
export function VersionsDialog({
  drawing,
  canChange,
  onClose,
}: {
  drawing: Drawing;
  canChange: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal open title={t('drawings:versions', { name: drawing.name })} footer={null} onCancel={onClose} width={620}>
      <ul className="dr-versions">
        {drawing.versions.map((version) => (
          <Version key={version.id} drawing={drawing} version={version} canChange={canChange} />
        ))}
      </ul>
    </Modal>
  );
}

function Version({ drawing, version, canChange }: { drawing: Drawing; version: DrawingVersion; canChange: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: update, isPending } = useWrite(drawings.update);
  const { id: versionId, fileName, on, createdAt, byName, bytes, leftOut } = version;
  const at = { structureId: drawing.structureId, drawingId: drawing.id };
  const fetchFile = async (): Promise<void> => {
    try {
      saveAs((await download(drawings.content, { ...at, versionId })).blob, fileName);
    } catch (error) {
      toasts.failed(error);
    }
  };
  const show = (): void => void update({ ...at, versionId }, { over: drawing }).catch(toasts.failed);
  return (
    <li>
      <div className="pl-row">
        <b className="pl-ell">{fileName}</b>
        <span className="pl-gap" />
        {versionId === drawing.versionId ? (
          <span className="pl-tag quiet">{t('drawings:isShown')}</span>
        ) : (
          canChange && (
            <Button size="small" loading={isPending} onClick={show}>
              {t('drawings:show')}
            </Button>
          )
        )}
        <IconButton
          icon={<DownloadOutlined />}
          label={t('drawings:download', { file: fileName })}
          onClick={() => void fetchFile()}
        />
      </div>
      <div className="pl-sm pl-3">
        {[
          on && t('drawings:onDay', { day: on }),
          formatTime(createdAt, project.timeZone),
          t('drawings:by', { name: byName }),
          formatAs('BYTE', bytes, t),
          leftOut > 0 && t('drawings:leftOut', { count: leftOut }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </li>
  );
}
