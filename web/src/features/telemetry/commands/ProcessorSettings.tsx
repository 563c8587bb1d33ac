import { type Device, devices } from '@plumbline/contract/devices/devices';
import type { ProcessorConfig } from '@plumbline/contract/devices/devices.processor';
import { models } from '@plumbline/contract/devices/models';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { missing } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { ProcessorDialog, type ProcessorPart } from './ProcessorDialogs.tsx';

/** Shows and edits how a device works on what it measures: sampling, filter, event trigger. Sent to it, again until it answers. */
export function ProcessorSettings({ device, canResend }: { device: Device; canResend: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const [part, setPart] = useState<ProcessorPart | null>(null);
  const { run: setProcessor, isPending } = useWrite(devices.setProcessor);
  const options = useRead(models.options, { model: device.model }, { staleTime: 60_000 });
  const facts = processorFacts(device.processor, t);
  // Of a model that is none of the catalogue nobody knows whether it records events: the server takes them.
  const { known = true, features = [] } = options.data ?? {};
  const recordsEvents = !known || features.includes('events');
  const isVibrating = recordsEvents || features.includes('vibration');
  const parts: readonly ProcessorPart[] = [
    'sampling',
    ...(isVibrating ? (['band'] as const) : []),
    ...(recordsEvents ? (['event'] as const) : []),
  ];
  return (
    <>
      {facts.length > 0 ? <Facts facts={facts} /> : <p className="pl-3 pl-sm">{t('processors:none')}</p>}
      {allowed(devices.setProcessor) && (
        <div className="pl-row wrap">
          {parts.map((each) => (
            <Button key={each} size="small" onClick={() => setPart(each)}>
              {t(`processors:${each}.title`)}
            </Button>
          ))}
          {canResend && facts.length > 0 && (
            <Button
              size="small"
              loading={isPending}
              onClick={() =>
                void setProcessor({ deviceId: device.id, processor: {} }).then(
                  () => toasts.done(t('processors:asked')),
                  toasts.failed,
                )
              }
            >
              {t('processors:resend')}
            </Button>
          )}
        </div>
      )}
      {part && <ProcessorDialog device={device} part={part} isVibrating={isVibrating} onClose={() => setPart(null)} />}
    </>
  );
}

/** Returns what is set, part by part, in words; empty = nothing is. */
export function processorFacts(
  { frequenciesHz, detrend, band, event, serial, pollHex, timeoutMs }: ProcessorConfig,
  t: TFunction,
): [string, string][] {
  const facts: [string, string | null | undefined][] = [
    [
      t('processors:sampling.frequencies'),
      frequenciesHz &&
        Object.entries(frequenciesHz)
          .map(([channel, hertz]) => `${t('processors:sampling.channel', { channel })}: ${hertz} Hz`)
          .join(' · '),
    ],
    [t('processors:sampling.detrend'), detrend && t(`processors:detrends.${detrend}`)],
    [t('processors:band.title'), band && `${band.lowHz} – ${band.highHz} Hz`],
    [t('processors:event.title'), event && eventWords(event, t)],
    [
      t('processors:serial'),
      serial &&
        `${serial.baudRate} · ${serial.dataBits}${t(`instruments:parityShort.${serial.parity}`)}${serial.stopBits}`,
    ],
    [t('processors:sampling.pollHex'), pollHex?.replace(/(..)(?=.)/g, '$1 ')],
    [t('processors:sampling.timeoutMs'), timeoutMs === null || timeoutMs === undefined ? null : `${timeoutMs} ms`],
  ];
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === 'string');
}

function eventWords(event: NonNullable<ProcessorConfig['event']>, t: TFunction): string {
  const { trigger, level, staSeconds, ltaSeconds, on, off, preSeconds, postSeconds } = event;
  const begins =
    trigger === 'level'
      ? t('processors:levelWords', { level: level ?? missing })
      : t('processors:ratioWords', { sta: staSeconds, lta: ltaSeconds, on, off });
  return `${begins} · ${t('processors:spanWords', { before: preSeconds, after: postSeconds })}`;
}
