import type { Device, devices } from '@plumbline/contract/devices/devices';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { AccountType } from '@plumbline/contract/kernel/permissions';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { PagePath } from '../../design/PagePath.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { useArrivals } from '../../features/devices/connections/arrivals.queries.ts';
import { Arrivals, ConnectCommands, type Reach } from '../../features/devices/connections/connect.parts.tsx';
import { useAwaitedDevice } from '../../features/devices/connections/connections.queries.ts';
import { LinkDoctor, LiveViewDialog } from '../../features/devices/frames/frames.parts.tsx';
import { DeviceTest } from '../../features/telemetry/commands/commands.parts.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { holdsThroughout, useSession } from '../../kernel/session.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { ChannelBinding } from './ChannelBinding.tsx';

/** Often enough that what was sent is seen within a second. */

/** From a device in a box to its first reading: send, see it arrive, bind the channels to points. */
export default function DeviceConnectPage() {
  const deviceId = Number(useParams().deviceId);
  const isValid = Number.isInteger(deviceId) && deviceId > 0;
  const query = useAwaitedDevice(deviceId, isValid);
  if (!isValid || (query.error instanceof Failure && query.error.name === 'notFound')) return <NotFoundPage />;
  return <ConnectPage key={deviceId} query={query} />;
}

/** What is connected. Who may go to the warehouse has its way back before it. */
function Title({ device }: { device: Device | undefined }) {
  const { t } = useTranslation();
  const title = device ? t('connections:connectTitle', { name: device.name }) : t('devices:connect');
  if (!holdsThroughout(useSession(), 'Retrieve:Device')) return title;
  return (
    <PagePath to={to('DeviceWarehouse')} above={t('warehouse:title')}>
      {title}
    </PagePath>
  );
}

function ConnectPage({ query }: { query: UseQueryResult<Reply<typeof devices.get>> }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const device = query.data?.device;
  const arrivals = useArrivals(query.data);
  const reach = useStill(query.data?.connection);
  const [testing, setTesting] = useState(false);
  return (
    <Page
      title={<Title device={device} />}
      {...(device ? { note: `${device.sncode} · ${device.model}` } : {})}
      actions={
        device && (
          <>
            <LinkButton to={to('DeviceDialIn', { deviceId: device.id })}>{t('dialIn:open')}</LinkButton>
            <LinkButton to={homeOf(device, user.type)}>{t('connections:toDevice')}</LinkButton>
          </>
        )
      }
      flush
    >
      <Answer query={query} loading={<SkeletonRows rows={10} />}>
        {(reply) => (
          <div className="cn-connect">
            <div className="cn-side">
              <Step number={1} title={t('connections:step.send')}>
                <ConnectCommands device={reply.device} reach={reach ?? reply.connection} />
              </Step>
            </div>
            <div className="cn-side">
              <LinkStep device={reply.device} />
              <Step number={2} title={t('connections:step.arrive')}>
                <Arrivals device={reply.device} arrivals={arrivals} />
              </Step>
              <Step number={3} title={t('connections:step.bind')}>
                <ChannelBinding device={reply.device} unbound={reply.unbound} arrivals={arrivals} />
              </Step>
              <section className="cn-step">
                <h2 className="pl-row">
                  <span className="pl-gap">{t('connections:step.test')}</span>
                  <Button size="small" aria-expanded={testing} onClick={() => setTesting(!testing)}>
                    {testing ? t('common:close') : t('connections:step.openTest')}
                  </Button>
                </h2>
                {testing ? (
                  <DeviceTest deviceId={reply.device.id} />
                ) : (
                  <p className="pl-sm pl-3">{t('connections:step.testWhy')}</p>
                )}
              </section>
            </div>
          </div>
        )}
      </Answer>
    </Page>
  );
}

/** What is wrong with the way of its messages, and what passes there. */
function LinkStep({ device: { id, name } }: { device: Device }) {
  const { t } = useTranslation();
  const [live, setLive] = useUrlState('live', '');
  return (
    <section className="cn-step">
      <h2 className="pl-row">
        <span className="pl-gap">{t('frames:doctor')}</span>
        <Button size="small" onClick={() => setLive('1')}>
          {t('frames:open')}
        </Button>
      </h2>
      <Suspense fallback={<SkeletonRows rows={2} />}>
        <LinkDoctor target={{ deviceId: id }} />
        {live !== '' && <LiveViewDialog target={{ deviceId: id }} name={name} onClose={() => setLive(null)} />}
      </Suspense>
    </section>
  );
}

/** The connection of each new answer, unless it differs by the time in its sample alone: what is read and copied stands still. */
function useStill(reach: Reach | undefined): Reach | undefined {
  const stable = useRef(reach);
  const meant = (each: Reach | undefined): string =>
    JSON.stringify(each && { ...each, sample: { ...(each.sample as object), at: null } });
  if (meant(stable.current) !== meant(reach)) stable.current = reach;
  return stable.current;
}

/** The list that the reader may see the device in: a project's, where the warehouse is not theirs. */
const homeOf = ({ id, projectIds }: Device, account: AccountType): string =>
  account === 'Normal' && projectIds[0] !== undefined
    ? to('Devices', { projectId: projectIds[0] }, { device: id })
    : to('DeviceWarehouse', {}, { device: id });

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="cn-step">
      <h2 className="pl-row">
        <span className="number" aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
