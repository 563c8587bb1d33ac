import type { CollectConfig } from '@plumbline/contract/telemetry/commands.plans';
import { formatSpan } from '@plumbline/science/display/span';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../design/Pane.tsx';
import { formatTime, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';

const ring = 'var(--pl-text-3)';
const ink = 'var(--pl-text-2)';
const dashed: ReadonlySet<CollectConfig['state']> = new Set(['pending', 'delivered']);

/** How far the device knows of a plan: a dot that is filled when it does it, dashed while it is on its way; with its word. */
export function PlanMark({ state }: { state: CollectConfig['state'] }) {
  const { t } = useTranslation();
  return (
    <span className={`pl-row gw-state${state === 'refused' ? ' pl-b' : ''}`}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {state === 'refused' ? (
          <path d="M1.5 1.5l7 7M8.5 1.5l-7 7" stroke="var(--pl-text)" strokeWidth="1.6" />
        ) : (
          <circle
            cx="5"
            cy="5"
            r="4"
            fill={state === 'confirmed' ? ink : 'none'}
            stroke={ring}
            strokeDasharray={dashed.has(state) ? '2 1.6' : undefined}
          />
        )}
      </svg>
      {t(`commands:state.${state}`)}
    </span>
  );
}

/** When it was set, received and answered; what the device does now, and its reason where it refused. */
export function PlanState({ config, zone }: { config: CollectConfig; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const span = (seconds: number | null) => (seconds === null ? missing : formatSpan(seconds, language));
  return (
    <>
      {config.state === 'refused' && (
        <p className="pl-notice" role="alert">
          {config.refusal === '' ? t('commands:refusedPlain') : t('commands:refusedWhy', { why: config.refusal })}
        </p>
      )}
      <Facts
        facts={[
          [t('commands:plan.state'), <PlanMark key="state" state={config.state} />],
          [t('commands:plan.inForce'), span(config.inForceInterval)],
          ...(config.acceleratedInterval === null
            ? []
            : ([
                [t('commands:plan.accelerated'), span(config.acceleratedInterval)],
                [t('commands:plan.acceleratedSince'), formatTime(config.acceleratedSince, zone)],
                ...(config.returnsAt === null
                  ? []
                  : [[t('commands:plan.returnsAt'), formatTime(config.returnsAt, zone)]]),
              ] as [string, string][])),
          ...(config.nextCommandAt === null
            ? []
            : ([[t('commands:plan.next'), formatTime(config.nextCommandAt, zone)]] as [string, string][])),
          [t('commands:plan.setAt'), formatTime(config.setAt, zone)],
          [t('commands:plan.deliveredAt'), formatTime(config.deliveredAt, zone)],
          [t('commands:plan.answeredAt'), formatTime(config.answeredAt, zone)],
        ]}
      />
      <p className="pl-3 pl-sm">{t(`commands:stateWhy.${config.state}`)}</p>
    </>
  );
}
