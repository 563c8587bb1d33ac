import './corporation-archives.css';
import { DeleteOutlined, DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { type CorporationArchive, corporationArchives } from '@plumbline/contract/overview/corporation-archives';
import { formatBytes } from '@plumbline/science/display/quantity';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatDay, formatTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Archives of the whole corporation: made in the background, listed, saved, deleted. */
export function ArchiveSection({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return allowed(corporationArchives.make) ? (
    <section>
      <h2>{t('corporationArchives:title')}</h2>
      <p className="pl-2 lead">{t('corporationArchives:means')}</p>
      <Archives corporationId={corporationId} />
    </section>
  ) : null;
}

function Archives({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const query = useRead(corporationArchives.list, { corporationId });
  const { run: make, isPending } = useWrite(corporationArchives.make);
  const onMake = async (): Promise<void> => {
    try {
      await make({ corporationId });
      toasts.done(t('corporationArchives:begun'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ archives }) => (
          <ul className="archives">
            {archives.map((each) => (
              <Archive key={each.id} archive={each} corporationId={corporationId} />
            ))}
          </ul>
        )}
      </Answer>
      <Button icon={<InboxOutlined />} loading={isPending} onClick={() => void onMake()}>
        {t('corporationArchives:make')}
      </Button>
    </>
  );
}

function Archive({ archive, corporationId }: { archive: CorporationArchive; corporationId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: remove } = useWrite(corporationArchives.remove);
  const [removing, setRemoving] = useState(false);
  const { id: archiveId, ready, bytes, createdAt, expiresAt, byName } = archive;
  const save = async (): Promise<void> => {
    const { blob, fileName } = await download(corporationArchives.file, { corporationId, archiveId });
    saveAs(blob, fileName ?? `corporation-${corporationId}.tar.gz`);
  };
  return (
    <li>
      <span className="pl-gap">
        <span className="pl-b">{formatTime(createdAt)}</span>{' '}
        <span className="pl-2">
          {byName} · {ready ? formatBytes(bytes ?? 0) : t('corporationArchives:running')}
        </span>
        <span className="pl-3 pl-sm archive-until">
          {t('corporationArchives:until', { day: formatDay(expiresAt) })}
        </span>
      </span>
      {ready && (
        <>
          <Button
            type="text"
            icon={<DownloadOutlined />}
            aria-label={t('corporationArchives:save')}
            onClick={() => void save().catch(toasts.failed)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('corporationArchives:remove')}
            onClick={() => setRemoving(true)}
          />
        </>
      )}
      <ConfirmDestructive
        open={removing}
        title={t('corporationArchives:removeTitle')}
        lost={t('corporationArchives:removeLost')}
        action={t('corporationArchives:remove')}
        onConfirm={() => remove({ corporationId, archiveId })}
        onClose={() => setRemoving(false)}
      />
    </li>
  );
}
