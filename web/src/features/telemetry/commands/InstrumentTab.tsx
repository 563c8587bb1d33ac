import './commands.css';
import type { Device } from '@plumbline/contract/devices/devices';
import { commands } from '@plumbline/contract/telemetry/commands';
import type { Instrument, instrumentParts } from '@plumbline/contract/telemetry/commands.settings';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { sameValue } from '../../../design/form/judge.ts';
import { Facts } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useInstrument } from './commands.queries.ts';
import { HistoryDialog, PortDialog, ServerDialog } from './InstrumentDialogs.tsx';
import { InstrumentFiles } from './InstrumentFiles.tsx';
import { portWords, serverWords, timeWords, wantedWords } from './instrument-words.ts';
import { ProcessorSettings, processorFacts } from './ProcessorSettings.tsx';

type Port = NonNullable<Instrument['ports']['value']>[number];
type InstrumentRequest = Instrument['history']['request'];
type Doing = { readonly port: Port } | 'server' | 'history' | { readonly calibration: string } | null;

/**
 * Shows how a device works on what it measures, and the memory of an instrument, as it said last: serial ports, server,
 * calibrations, clock, and readings that it still has.
 */
export function InstrumentTab({ device, zone }: { device: Device; zone?: string | undefined }) {
  const query = useInstrument(device.id);
  return (
    <div className="gw-instrument">
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ instrument }) => (
          <>
            <Acquisition device={device} of={instrument.processor} zone={zone} />
            <Parts instrument={instrument} zone={zone} />
          </>
        )}
      </Answer>
    </div>
  );
}

/** Long because it is one list: each part with what may be done to it. */
function Parts({ instrument, zone }: { instrument: Instrument; zone: string | undefined }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const toasts = useToasts();
  const [doing, setDoing] = useState<Doing>(null);
  const { run: setClock } = useWrite(commands.setClock);
  const { run: remove } = useWrite(commands.deleteCalibration);
  const { deviceId, ports, server, calibrations, clock, history } = instrument;
  const may = allowed(commands.readInstrument);
  const stop = () => setDoing(null);
  return (
    <>
      <p className="pl-3 pl-sm">{t('instruments:about')}</p>
      <Part part="ports" of={ports} deviceId={deviceId} zone={zone}>
        {ports.value?.map((port) => (
          <div key={port.port} className="pl-row">
            <span className="pl-gap">{portWords(port, t)}</span>
            {may && (
              <Button size="small" onClick={() => setDoing({ port })}>
                {t('common:edit')}
              </Button>
            )}
          </div>
        ))}
      </Part>
      <Part part="server" of={server} deviceId={deviceId} zone={zone}>
        {server.value && <span className="gw-wrap">{serverWords(server.value)}</span>}
        {may && (
          <Button size="small" onClick={() => setDoing('server')}>
            {t('instruments:setServer')}
          </Button>
        )}
      </Part>
      <Part part="calibrations" of={calibrations} deviceId={deviceId} zone={zone}>
        {calibrations.value?.length === 0 && <span className="pl-3">{t('instruments:calibrationsNone')}</span>}
        {calibrations.value?.map(({ name, at, values }) => (
          <div key={name} className="pl-row">
            <span className="pl-gap gw-wrap">
              <b>{name}</b> <span className="pl-3 pl-sm">{at !== null && timeWords(at, zone)}</span>
              <br />
              <span className="pl-sm">
                {Object.entries(values)
                  .map(([key, value]) => `${key} = ${value}`)
                  .join(' · ')}
              </span>
            </span>
            {may && (
              <Button size="small" onClick={() => setDoing({ calibration: name })}>
                {t('common:delete')}
              </Button>
            )}
          </div>
        ))}
      </Part>
      <Part part="clock" of={clock} deviceId={deviceId} zone={zone}>
        {clock.value && <span>{timeWords(clock.value.at, zone)}</span>}
        {may && (
          <Button size="small" onClick={() => void setClock({ deviceId }).catch(toasts.failed)}>
            {t('instruments:setClock')}
          </Button>
        )}
      </Part>
      <section className="gw-part">
        <h3 className="pl-h3">{t('instruments:history')}</h3>
        <p className="pl-3 pl-sm">{t('instruments:historyAbout')}</p>
        <RequestLine request={history.request} zone={zone} />
        {may && (
          <Button size="small" onClick={() => setDoing('history')}>
            {t('instruments:fetch')}
          </Button>
        )}
      </section>
      <InstrumentFiles deviceId={deviceId} zone={zone} />
      {doing === 'server' && <ServerDialog deviceId={deviceId} value={server.value} onClose={stop} />}
      {doing === 'history' && <HistoryDialog deviceId={deviceId} onClose={stop} />}
      {typeof doing === 'object' && doing && 'port' in doing && (
        <PortDialog deviceId={deviceId} value={doing.port} onClose={stop} />
      )}
      <ConfirmDestructive
        open={typeof doing === 'object' && doing !== null && 'calibration' in doing}
        title={t('instruments:deleteTitle', { name: nameOf(doing) })}
        lost={t('instruments:deleteLost')}
        action={t('common:delete')}
        onConfirm={async () => void (await remove({ deviceId, name: nameOf(doing) }))}
        onClose={stop}
      />
    </>
  );
}

/** How the device works on what it measures; what was sent of it, and what the device said that it does. */
function Acquisition({
  device,
  of: { value, reportedAt, request },
  zone,
}: {
  device: Device;
  of: Instrument['processor'];
  zone: string | undefined;
}) {
  const { t } = useTranslation();
  const isAsSet = value !== null && sameValue(processorFacts(value, t), processorFacts(device.processor, t));
  const isAnswered = request?.state === 'done';
  const canResend = request === null || request.state === 'refused' || (isAnswered && value !== null && !isAsSet);
  return (
    <section className="gw-part" data-part="processor">
      <h3 className="pl-h3">{t('processors:title')}</h3>
      <p className="pl-3 pl-sm">{t('processors:about')}</p>
      <ProcessorSettings device={device} canResend={canResend} />
      <RequestLine request={request && { ...request, wanted: null }} zone={zone} />
      {value !== null && (
        <>
          <p className="pl-3 pl-sm">
            {t(isAsSet ? 'processors:asSet' : 'processors:otherwise', { at: formatTime(reportedAt, zone) })}
          </p>
          {!isAsSet && <Facts facts={processorFacts(value, t)} />}
        </>
      )}
    </section>
  );
}

const nameOf = (doing: Doing): string =>
  typeof doing === 'object' && doing && 'calibration' in doing ? doing.calibration : '';

/** One part: what the device said, when, what was asked of it since, and a button to ask. */
function Part({
  part,
  of: { value, reportedAt, request },
  deviceId,
  zone,
  children,
}: {
  part: (typeof instrumentParts)[number];
  of: { value: unknown; reportedAt: string | null; request: InstrumentRequest };
  deviceId: number;
  zone: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const toasts = useToasts();
  const { run: order, isPending } = useWrite(commands.readInstrument);
  return (
    <section className="gw-part" data-part={part}>
      <div className="pl-row">
        <h3 className="pl-h3 pl-gap">{t(`instruments:parts.${part}`)}</h3>
        {allowed(commands.readInstrument) && (
          <Button size="small" loading={isPending} onClick={() => void order({ deviceId, part }).catch(toasts.failed)}>
            {t('instruments:read')}
          </Button>
        )}
      </div>
      <p className="pl-3 pl-sm">
        {value === null ? t('instruments:never') : t('instruments:saidAt', { at: formatTime(reportedAt, zone) })}
      </p>
      <RequestLine request={request} zone={zone} />
      {children}
    </section>
  );
}

function RequestLine({ request, zone }: { request: InstrumentRequest; zone: string | undefined }) {
  const { t } = useTranslation();
  if (!request) return null;
  const { act, state, byName, at, answeredAt, text, wanted } = request;
  return (
    <div data-state={state} className={state === 'refused' || state === 'unanswered' ? 'gw-wrong' : ''}>
      <Facts
        facts={[
          [t(`instruments:acts.${act}`), `${byName}, ${formatTime(at, zone)}`],
          ...(wanted === null ? [] : [[t('instruments:wanted'), wantedWords(wanted, t, zone)] as const]),
          [
            t('instruments:state'),
            <span key="s" className="gw-wrap">
              {t(`instruments:states.${state}`)} {answeredAt ? formatTime(answeredAt, zone) : ''}{' '}
              {text === 'unreadable' ? t('instruments:unreadable') : text}
            </span>,
          ],
        ]}
      />
    </div>
  );
}
