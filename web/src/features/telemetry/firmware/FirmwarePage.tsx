import './firmware.css';
import { UploadOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, NoPermission, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatCount } from '../../../kernel/format.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { useSocketNow } from '../../../kernel/socket.ts';
import { useUrlChange, useUrlState } from '../../../kernel/url-state.ts';
import { CorporationChoice } from '../../people/corporations/corporations.parts.tsx';
import { Running, TypesPane } from './TypesPane.tsx';
import { UpgradesView } from './UpgradesView.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { VersionsTable } from './VersionsTable.tsx';

type View = 'versions' | 'upgrades';

/** Firmware of a corporation: what there is by type and what devices run; and the upgrades as they go on. */
export default function FirmwarePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSession();
  const isSystem = user.type === 'System';
  const [corporation, choose] = useUrlState('corporation', '');
  const [view, setView] = useUrlState<View>('view', 'versions');
  const [type, setType] = useUrlState('type', '');
  const [uploading, setUploading] = useState(false);
  const corporationId = isSystem ? Number(corporation) || null : user.corporationId;
  const carried = isSystem && corporationId !== null ? { corporation: corporationId } : {};
  useSocketNow();
  const types = useRead(firmware.types, { corporationId: corporationId ?? 0 }, { enabled: corporationId !== null });
  const refused = types.error instanceof Failure && types.error.name === 'notAllowed';
  const upload = <UploadButton onClick={() => setUploading(true)} />;
  return (
    <Page
      title={
        <PagePath to={to('DeviceWarehouse', {}, carried)} above={t('warehouse:title')}>
          {t('firmware:title')}
        </PagePath>
      }
      actions={
        <>
          {isSystem && <CorporationChoice value={corporationId} onChange={choose} />}
          {corporationId !== null && !refused && (
            <>
              <ViewChoice corporationId={corporationId} view={view} />
              {upload}
            </>
          )}
        </>
      }
      flush
    >
      {corporationId === null ? (
        <Empty title={t('corporations:choose')} why={t('warehouse:chooseCorporationWhy')} />
      ) : refused ? (
        <NoPermission needs="Retrieve:Device" throughout />
      ) : view === 'upgrades' ? (
        <UpgradesView
          corporationId={corporationId}
          onDevice={(device) => void navigate(to('DeviceWarehouse', {}, { ...carried, device, tab: 'firmware' }))}
        />
      ) : (
        <Versions corporationId={corporationId} query={types} type={type} onType={setType} upload={upload} />
      )}
      {uploading && corporationId !== null && (
        <UploadDialog
          corporationId={corporationId}
          onClose={() => setUploading(false)}
          onDone={(uploaded) => {
            setView(null);
            setType(uploaded.type);
          }}
        />
      )}
    </Page>
  );
}

function UploadButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Allowed to={firmware.upload}>
      <Button type="primary" icon={<UploadOutlined />} onClick={onClick}>
        {t('firmware:upload')}
      </Button>
    </Allowed>
  );
}

/** Versions, or upgrades with how many go on. */
function ViewChoice({ corporationId, view }: { corporationId: number; view: View }) {
  const { t } = useTranslation();
  const change = useUrlChange();
  const open = useRead(firmware.upgrades, { corporationId, state: 'inProgress', pageSize: 1 });
  const inProgress = open.data?.total ?? 0;
  return (
    <Segmented
      label={t('firmware:view')}
      value={view}
      onChange={(next) => change({ view: next === 'versions' ? null : next, q: null, state: null })}
      options={[
        { value: 'versions', label: t('firmware:versions') },
        {
          value: 'upgrades',
          label:
            inProgress > 0 ? t('firmware:upgradesOpen', { shown: formatCount(inProgress) }) : t('firmware:upgrades'),
        },
      ]}
    />
  );
}

/** The firmware types, and the versions of the one that is chosen, else of the first. */
function Versions({
  corporationId,
  query,
  type,
  onType,
  upload,
}: {
  corporationId: number;
  query: UseQueryResult<Reply<typeof firmware.types>>;
  type: string;
  onType: (type: string) => void;
  upload: ReactNode;
}) {
  const { t } = useTranslation();
  const types = query.data?.types;
  const chosen = types?.find((each) => each.type === type) ?? types?.[0];
  return (
    <Answer
      query={query}
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
          <TypesPane types={data.types} chosen={chosen?.type ?? null} onChoose={onType} />
          {chosen && (
            <section className="fw-main" key={chosen.type} aria-label={chosen.type}>
              <Running type={chosen} />
              <VersionsTable corporationId={corporationId} type={chosen} />
            </section>
          )}
        </div>
      )}
    </Answer>
  );
}
