import './firmware.css';
import { ArrowLeftOutlined, UploadOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/errors';
import { firmware } from '@plumbline/contract/firmware';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { Answer, Empty, NoPermission, SkeletonRows } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import { useSession } from '../../kernel/session.ts';
import { useSocketNow } from '../../kernel/socket.ts';
import { useUrlChange, useUrlState } from '../../kernel/url-state.ts';
import { CorporationChoice } from '../devices/devices.parts.tsx';
import { Running, TypesPane } from './TypesPane.tsx';
import { UpgradesView } from './UpgradesView.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { VersionsTable } from './VersionsTable.tsx';

/** Firmware of a corporation: what there is by type and what devices run; and the upgrades as they go on. */
export default function FirmwarePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSession();
  const isSystem = user.type === 'System';
  const [corporation, choose] = useUrlState('corporation', '');
  const [view, setView] = useUrlState<'versions' | 'upgrades'>('view', 'versions');
  const [type, setType] = useUrlState('type', '');
  const change = useUrlChange();
  const [uploading, setUploading] = useState(false);
  const corporationId = isSystem ? Number(corporation) || null : user.corporationId;
  const carried = isSystem && corporationId !== null ? { corporation: corporationId } : {};
  useSocketNow();
  const input = { corporationId: corporationId ?? 0 };
  const types = useRead(firmware.types, input, { enabled: corporationId !== null });
  const open = useRead(
    firmware.upgrades,
    { ...input, state: 'inProgress', pageSize: 1 },
    {
      enabled: corporationId !== null,
    },
  );
  const inProgress = open.data?.total ?? 0;
  const refused = types.error instanceof Failure && types.error.name === 'notAllowed';
  const upload = (
    <Allowed to={firmware.upload}>
      <Button type="primary" icon={<UploadOutlined />} onClick={() => setUploading(true)}>
        {t('firmware:upload')}
      </Button>
    </Allowed>
  );
  const chosen = types.data?.types.find((each) => each.type === type) ?? types.data?.types[0];
  return (
    <Page
      title={
        <span className="pl-row">
          <Link
            to={to('DeviceWarehouse', {}, carried)}
            aria-label={t('firmware:toWarehouse')}
            title={t('firmware:toWarehouse')}
          >
            <ArrowLeftOutlined />
          </Link>
          {t('firmware:title')}
        </span>
      }
      actions={
        <>
          {isSystem && <CorporationChoice value={corporationId} onChange={choose} />}
          {corporationId !== null && !refused && (
            <>
              <Segmented
                label={t('firmware:view')}
                value={view}
                onChange={(next) => change({ view: next === 'versions' ? null : next, q: null, state: null })}
                options={[
                  { value: 'versions', label: t('firmware:versions') },
                  {
                    value: 'upgrades',
                    label:
                      inProgress > 0
                        ? t('firmware:upgradesOpen', { shown: formatCount(inProgress) })
                        : t('firmware:upgrades'),
                  },
                ]}
              />
              {upload}
            </>
          )}
        </>
      }
      flush
    >
      {corporationId === null ? (
        <Empty title={t('devices:chooseCorporation')} why={t('devices:chooseCorporationWhy')} />
      ) : refused ? (
        <NoPermission needs="Retrieve:Device" />
      ) : view === 'upgrades' ? (
        <UpgradesView
          corporationId={corporationId}
          onDevice={(device) => void navigate(to('DeviceWarehouse', {}, { ...carried, device, tab: 'firmware' }))}
        />
      ) : (
        <Answer
          query={types}
          loading={<SkeletonRows rows={8} />}
          isEmpty={(data) => data.types.length === 0}
          empty={
            <Empty title={t('firmware:none')} why={t('firmware:noneWhy')}>
              {upload}
            </Empty>
          }
        >
          {(data) => (
            <div className="fw-versions">
              <TypesPane types={data.types} chosen={chosen?.type ?? null} onChoose={setType} />
              {chosen && (
                <section className="fw-main" key={chosen.type} aria-label={chosen.type}>
                  <Running type={chosen} />
                  <VersionsTable corporationId={corporationId} type={chosen} />
                </section>
              )}
            </div>
          )}
        </Answer>
      )}
      {uploading && corporationId !== null && (
        <UploadDialog
          corporationId={corporationId}
          onClose={() => setUploading(false)}
          onDone={(made) => {
            setView(null);
            setType(made.type);
          }}
        />
      )}
    </Page>
  );
}
