import { batches } from '@plumbline/contract/points/batches';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type ProjectPageName, to } from '../../app/paths.ts';
import { PlansDialog } from '../../features/telemetry/commands/commands.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { BatchThresholds } from './BatchThresholds.tsx';
import { IntervalDialog } from './IntervalDialog.tsx';

/** Under the list: how many points are chosen, and what can be done with all of them. */
export function BatchBar({
  picked,
  onClear,
  zone,
}: {
  picked: readonly PointRow[];
  onClear: () => void;
  zone: string;
}) {
  const { t } = useTranslation();
  return (
    <div className="pt-foot pl-row pl-sm">
      {picked.length === 0 ? (
        <>
          <span className="pl-3 pl-gap pl-wide-only">{t('points:list.hint')}</span>
          <span className="pl-3">{zone}</span>
        </>
      ) : (
        <>
          <b>{t('points:list.chosen', { count: picked.length, total: formatCount(picked.length) })}</b>
          <Button type="text" size="small" onClick={onClear}>
            {t('points:list.unchoose')}
          </Button>
          <span className="pl-gap" />
          <BatchActs picked={picked} />
        </>
      )}
    </div>
  );
}

/** Pages that the chosen points go along to, and what is set for them here. */
function BatchActs({ picked }: { picked: readonly PointRow[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project } = useStoredProject();
  const [open, setOpen] = useState<'interval' | 'plan' | 'thresholds' | null>(null);
  const ids = picked.map(({ id }) => id);
  const close = (): void => setOpen(null);
  const act = (words: string, onClick: () => void) => (
    <Button size="small" onClick={onClick}>
      {words}
    </Button>
  );
  const go = (name: ProjectPageName) => () =>
    void navigate(to(name, { projectId: project.id }), { state: { points: ids } });
  return (
    <>
      <Allowed to={batches.batchEdit}>
        {act(t('points:edit.menu'), go('PointsEdit'))}
        {act(t('points:init.menu'), go('BatchInit'))}
        {act(t('points:interval'), () => setOpen('interval'))}
        {act(t('commands:plans.menu'), () => setOpen('plan'))}
        {act(t('points:tab.thresholds'), () => setOpen('thresholds'))}
        {act(t('thresholds:table.menu'), go('PointsThresholds'))}
        {act(t('points:charts.menu'), go('BatchChartSetting'))}
      </Allowed>
      {act(t('thresholds:backTestMany.menu'), go('PointsBackTest'))}
      {open === 'interval' && <IntervalDialog points={ids} onClose={close} />}
      {open === 'plan' && (
        <PlansDialog projectId={project.id} zone={project.timeZone} picked={picked} onClose={close} />
      )}
      {open === 'thresholds' && <BatchThresholds picked={picked} onClose={close} />}
    </>
  );
}
