import './commands.css';
import { ThunderboltOutlined } from '@ant-design/icons';
import { commands } from '@plumbline/contract/telemetry/commands';
import type { CollectConfig } from '@plumbline/contract/telemetry/commands.plans';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { usePointPlan } from './commands.queries.ts';
import { PlanState } from './PlanState.tsx';
import { planErrors, planFields, planInput, planSchema } from './plan-fields.ts';

/** When a point is read: its plan, how far its device knows of it, and reading every minute at once. */
export function CollectPlanTab({
  pointId,
  zone,
  readOnly,
}: {
  pointId: number;
  zone: string;
  readOnly: string | true | undefined;
}) {
  const { t } = useTranslation();
  const { run: setPlan } = useWrite(commands.setPlan);
  const query = usePointPlan(pointId);
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {({ collectConfig }) =>
        collectConfig.deviceId === null ? (
          <Empty
            title={t('errors:pointNotBound', { name: collectConfig.pointName })}
            why={t('commands:plan.bindFirst')}
          />
        ) : (
          <div className="gw-plan">
            <section className="gw-plan-state" aria-label={t('commands:plan.state')} aria-live="polite">
              <PlanState config={collectConfig} zone={zone} />
              {readOnly === undefined && <FastMode config={collectConfig} />}
            </section>
            <FormTab
              schema={planSchema}
              record={collectConfig}
              initial={planInput(collectConfig)}
              sections={[{ title: 'commands:plan.title', tips: 'commands:plan.help', fields: planFields }]}
              errorField={planErrors}
              zone={zone}
              readOnly={readOnly}
              onSave={async (input: never, precondition) => {
                await setPlan({ pointId, ...(input as object) }, precondition);
              }}
            />
          </div>
        )
      }
    </Answer>
  );
}

/** One minute at once, and back: what an alert would do, where the plan lets it. */
function FastMode({ config }: { config: CollectConfig }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setFast } = useWrite(commands.setFast);
  const [busy, setBusy] = useState(false);
  const on = config.acceleratedInterval !== null;
  const may = config.acceleration !== 'none' && config.mode !== 'NoCollect' && config.timer.length === 0;
  const set = async (fast: boolean): Promise<void> => {
    setBusy(true);
    try {
      await setFast({ pointId: config.pointId, on: fast });
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="gw-fast">
      <div className="pl-row">
        {config.acceleratedInterval !== 60 && (
          <Button icon={<ThunderboltOutlined />} loading={busy} disabled={!may} onClick={() => void set(true)}>
            {t('commands:fast.on')}
          </Button>
        )}
        {on && (
          <Button loading={busy} onClick={() => void set(false)}>
            {t('commands:fast.off')}
          </Button>
        )}
      </div>
      <p className="pl-3 pl-sm">{may || on ? t('commands:fast.why') : t('commands:fast.mayNot')}</p>
    </div>
  );
}
