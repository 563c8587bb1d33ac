import { DownloadOutlined, EllipsisOutlined, QrcodeOutlined } from '@ant-design/icons';
import { intake } from '@plumbline/contract/devices/intake';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { exportDevices } from '../intake/intake.parts.tsx';

/** Offers the rarer acts: QR codes read and printed, and the whole list as a file. */
export function MoreActions({ corporationId, onScan }: { corporationId: number; onScan: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const allowed = useAllowed();
  const items = [
    ...(allowed(intake.bulkCreate) ? [{ key: 'scan', icon: <QrcodeOutlined />, label: t('intake:open') }] : []),
    { key: 'labels', icon: <QrcodeOutlined />, label: t('warehouse:labels.menu') },
    ...(allowed(intake.exportSheet)
      ? (['xlsx', 'csv'] as const).map((key) => ({
          key,
          icon: <DownloadOutlined />,
          label: t('warehouse:exportAs', { format: key.toUpperCase() }),
        }))
      : []),
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key }) => {
          if (key === 'scan') onScan();
          // Labels of what the list shows: its filter goes along in the address.
          else if (key === 'labels') void navigate({ pathname: to('DeviceLabels'), search: search.toString() });
          else void exportDevices(corporationId, key as 'xlsx' | 'csv', language).catch(toasts.failed);
        },
      }}
    >
      <Button icon={<EllipsisOutlined />} aria-label={t('devices:more')} />
    </Dropdown>
  );
}
