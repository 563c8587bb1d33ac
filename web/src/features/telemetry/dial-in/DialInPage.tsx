import './dial-in.css';
import type { Device } from '@plumbline/contract/devices/devices';
import { devices } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../../app/NotFoundPage.tsx';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { DialInHealth } from './DialInHealth.tsx';
import { DialInSetupForm } from './DialInSetupForm.tsx';
import { type DialInReply, useDialIn } from './dial-in.queries.ts';
import { LastPosition } from './LastPosition.tsx';
import { LastRound } from './LastRound.tsx';

/** How a device that dials in is read, and what is wrong with it in words. */
export default function DialInPage() {
  const deviceId = Number(useParams().deviceId);
  const isValid = Number.isInteger(deviceId) && deviceId > 0;
  const query = useDialIn(deviceId, isValid);
  const device = useRead(devices.get, { deviceId }, { enabled: isValid });
  if (!isValid || (query.error instanceof Failure && query.error.name === 'notFound')) return <NotFoundPage />;
  return (
    <Page title={<Title device={device.data?.device} />}>
      <Answer query={query} loading={<SkeletonRows rows={10} />}>
        {(reply) => (
          <Answer query={device} loading={<SkeletonRows rows={10} />}>
            {(answer) => (
              <DialIn
                key={`${deviceId} ${reply.setup === null}`}
                {...{ reply, device: answer.device, sample: answer.connection.sample }}
              />
            )}
          </Answer>
        )}
      </Answer>
    </Page>
  );
}

function Title({ device }: { device: Device | undefined }) {
  const { t } = useTranslation();
  if (!device) return t('dialIn:open');
  return (
    <PagePath to={to('DeviceConnect', { deviceId: device.id })} above={t('devices:connect')}>
      {t('dialIn:title', { name: device.name })}
    </PagePath>
  );
}

function DialIn({ reply, device, sample }: { reply: DialInReply; device: Device; sample: unknown }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const mayChange = allowed('Update:Device');
  const [isNew, setIsNew] = useState(false);
  return (
    <div className="di-page">
      <DialInHealth reply={reply} device={device} />
      {reply.setup &&
        (reply.setup.nmea ? <LastPosition round={reply.state.round} /> : <LastRound round={reply.state.round} />)}
      {reply.setup || isNew ? (
        <section className="di-section">
          <h2 className="pl-h3">{t('dialIn:setup')}</h2>
          <DialInSetupForm
            setup={reply.setup}
            model={reply.model}
            edges={reply.edges}
            device={device}
            sample={sample}
            isReadOnly={!mayChange}
          />
        </section>
      ) : (
        <Empty title={t('dialIn:none')} why={t('dialIn:noneWhy')}>
          {mayChange && (
            <Button type="primary" onClick={() => setIsNew(true)}>
              {t('dialIn:setUp')}
            </Button>
          )}
        </Empty>
      )}
    </div>
  );
}
