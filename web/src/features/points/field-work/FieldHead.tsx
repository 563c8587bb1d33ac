import {
  CheckCircleOutlined,
  CloudDownloadOutlined,
  DisconnectOutlined,
  LeftOutlined,
  QrcodeOutlined,
  SyncOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { formatBrief } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useServerNow } from '../../../kernel/server-clock.ts';
import type { Pack } from '../field-store/field-store.parts.ts';
import { type Keeping, keepFiles } from '../field-store/offline-files.parts.ts';
import type { FieldProject } from '../field-store/pack.queries.ts';
import { ScanPoint } from './ScanPoint.tsx';

/** Shows the project, whether the server is reached, how old what is shown is, and the way to a point by the label of its device. */
export function FieldHead({
  pack,
  state,
  isReading,
  onFound,
}: {
  pack: Pack;
  state: FieldProject['state'];
  isReading: boolean;
  onFound: (pointIds: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  const now = useServerNow();
  const [isScanning, setScanning] = useState(false);
  const keeping = useKeeping(state === 'live');
  const time = formatBrief(pack.readAt, project.timeZone, language, now);
  return (
    <header className="fld-head">
      {state === 'live' && (
        <Link
          className="back"
          to={to('ProjectScreen', { projectId: project.id })}
          aria-label={t('fieldWork:back')}
          title={t('fieldWork:back')}
        >
          <LeftOutlined />
        </Link>
      )}
      <div className="words">
        <h1 className="pl-ell">{project.name}</h1>
        <p className="pl-sm" role="status">
          {state === 'live' ? <CheckCircleOutlined /> : isReading ? <SyncOutlined spin /> : <DisconnectOutlined />}
          <span>
            {t(state === 'live' ? 'fieldWork:live' : isReading ? 'fieldWork:connecting' : 'fieldWork:kept', { time })}
          </span>
        </p>
        {keeping !== null && (
          <p className="pl-sm">
            {keeping === 'kept' ? <CloudDownloadOutlined /> : <WarningOutlined />}
            {t(`fieldWork:keeping.${keeping}`)}
          </p>
        )}
      </div>
      <Button size="large" icon={<QrcodeOutlined />} onClick={() => setScanning(true)}>
        {t('fieldWork:scan.do')}
      </Button>
      {isScanning && <ScanDialog pack={pack} onFound={onFound} onClose={() => setScanning(false)} />}
    </header>
  );
}

function ScanDialog({
  pack,
  onFound,
  onClose,
}: {
  pack: Pack;
  onFound: (pointIds: readonly number[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal open footer={null} title={t('fieldWork:scan.title')} onCancel={onClose}>
      <ScanPoint
        points={pack.points}
        onFound={(ids) => {
          onClose();
          onFound(ids);
        }}
      />
    </Modal>
  );
}

/** Keeps the files of the page once there is a network; null = not known yet. */
function useKeeping(isLive: boolean): Keeping | null {
  const [keeping, setKeeping] = useState<Keeping | null>(null);
  useEffect(() => {
    if (!isLive || keeping === 'kept') return;
    let isGone = false;
    void keepFiles().then((keeping) => {
      if (!isGone) setKeeping(keeping);
    });
    return () => {
      isGone = true;
    };
  }, [isLive, keeping]);
  return keeping;
}
