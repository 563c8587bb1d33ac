import './commands.css';
import { commands } from '@plumbline/contract/telemetry/commands';
import type { CollectConfig } from '@plumbline/contract/telemetry/commands.plans';
import { formatSpan } from '@plumbline/science/display/span';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useDevicePlans } from './commands.queries.ts';
import { PlanMark } from './PlanState.tsx';
import { planErrors, planFields, planInput, planSchema } from './plan-fields.ts';

/** The collect plans of every channel of a device that feeds a point, and how far the device knows of each. */
export function DevicePlans({ deviceId, zone }: { deviceId: number; zone: string | undefined }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<CollectConfig | null>(null);
  const query = useDevicePlans(deviceId);
  return (
    <Answer
      query={query}
      loading={<SkeletonRows rows={6} />}
      isEmpty={({ collectConfigs }) => collectConfigs.length === 0}
      empty={<Empty title={t('commands:plans.none')} why={t('commands:plans.noneWhy')} />}
    >
      {({ collectConfigs }) => (
        <>
          <ul className="gw-plans" aria-live="polite">
            {collectConfigs.map((config) => (
              <PlanLine key={config.pointId} config={config} zone={zone} onEdit={() => setEditing(config)} />
            ))}
          </ul>
          {editing && <PlanDialog config={editing} zone={zone} onClose={() => setEditing(null)} />}
        </>
      )}
    </Answer>
  );
}

function PlanLine({ config, zone, onEdit }: { config: CollectConfig; zone: string | undefined; onEdit: () => void }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return (
    <li>
      <span className="pl-3">{config.channel}</span>
      <div className="what">
        <div className="pl-row">
          <span className="pl-b pl-ell pl-gap">{config.pointName}</span>
          <PlanMark state={config.state} />
        </div>
        <Words config={config} zone={zone} />
        {config.refusal !== '' && <p className="pl-sm gw-wrong">{t('commands:refusedWhy', { why: config.refusal })}</p>}
      </div>
      {allowed(commands.setPlan) && (
        <Button
          size="small"
          type="text"
          aria-label={t('commands:plans.edit', { name: config.pointName })}
          onClick={onEdit}
        >
          {t('common:edit')}
        </Button>
      )}
    </li>
  );
}

function PlanDialog({
  config,
  zone,
  onClose,
}: {
  config: CollectConfig;
  zone: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { run: setPlan } = useWrite(commands.setPlan);
  const toasts = useToasts();
  return (
    <FormDialog
      title={t('commands:plans.of', { name: config.pointName })}
      schema={planSchema}
      record={config}
      initial={planInput(config)}
      fields={planFields}
      errorField={planErrors}
      {...(zone === undefined ? {} : { zone })}
      onSave={async (input: never, precondition) => {
        await setPlan({ pointId: config.pointId, ...(input as object) }, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

/** A plan in one line: its mode, how often or when, and what it does after an alert. */
function Words({ config, zone }: { config: CollectConfig; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mode, interval, timer, acceleration, acceleratedInterval, nextCommandAt } = config;
  const parts = [
    t(`commands:plan.modes.${mode}`),
    ...(mode === 'NoCollect'
      ? []
      : timer.length > 0
        ? [timer.join(', ')]
        : interval === null
          ? []
          : [t('commands:plans.every', { span: formatSpan(interval, language) })]),
    ...(acceleration === 'none' ? [] : [t(`commands:plan.accelerations.${acceleration}`)]),
    ...(acceleratedInterval === null
      ? []
      : [t('commands:plans.now', { span: formatSpan(acceleratedInterval, language) })]),
    ...(nextCommandAt === null ? [] : [`${t('commands:plan.next')} ${formatShort(nextCommandAt, zone, language)}`]),
  ];
  return <p className="pl-2 pl-sm">{parts.join(' · ')}</p>;
}
