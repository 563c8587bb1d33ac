import { batches } from '@plumbline/contract/batches';
import type { PointRow } from '@plumbline/contract/points.lists';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type ProjectPageName, to } from '../../app/paths.ts';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import { PlansDialog } from '../commands/commands.parts.tsx';
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
  const navigate = useNavigate();
  const { project } = useStoredProject();
  const [open, setOpen] = useState<'interval' | 'plan' | 'thresholds' | null>(null);
  const ids = picked.map(({ id }) => id);
  const go = (name: ProjectPageName) => () =>
    void navigate(to(name, { projectId: project.id }), { state: { points: ids } });
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
          <Allowed to={batches.batchEdit}>
            <Button size="small" onClick={go('PointsEdit')}>
              {t('points:edit.menu')}
            </Button>
            <Button size="small" onClick={go('BatchInit')}>
              {t('points:init.menu')}
            </Button>
            <Button size="small" onClick={() => setOpen('interval')}>
              {t('points:interval')}
            </Button>
            <Button size="small" onClick={() => setOpen('plan')}>
              {t('commands:plans.menu')}
            </Button>
            <Button size="small" onClick={() => setOpen('thresholds')}>
              {t('points:tab.thresholds')}
            </Button>
            <Button size="small" onClick={go('PointsThresholds')}>
              {t('thresholds:table.menu')}
            </Button>
            <Button size="small" onClick={go('BatchChartSetting')}>
              {t('points:charts.menu')}
            </Button>
          </Allowed>
          <Button size="small" onClick={go('PointsBackTest')}>
            {t('thresholds:backTestMany.menu')}
          </Button>
        </>
      )}
      {open === 'interval' && <IntervalDialog points={ids} onClose={() => setOpen(null)} />}
      {open === 'plan' && (
        <PlansDialog projectId={project.id} zone={project.timeZone} picked={picked} onClose={() => setOpen(null)} />
      )}
      {open === 'thresholds' && <BatchThresholds picked={picked} onClose={() => setOpen(null)} />}
    </div>
  );
}
