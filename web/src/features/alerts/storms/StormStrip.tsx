import './storms.css';
import { ThunderboltOutlined } from '@ant-design/icons';
import { alerts } from '@plumbline/contract/alerts/alerts';
import type { AlertStorm } from '@plumbline/contract/alerts/alerts.storms';
import type { Project } from '@plumbline/contract/site/projects';
import { formatSpan } from '@plumbline/science/display/span';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../../design/Level.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useRead } from '../../../kernel/reads.ts';

/** A storm in words: where, how many points within how long, from when, how many of its alerts are open. */
export function useStormWords(): (storm: AlertStorm, timeZone: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ structureName, points, alerts: count, open, beganAt, lastAt, level }, timeZone) =>
    t('storms:words', {
      structure: structureName,
      points,
      span: formatSpan(Math.max(60, (Date.parse(lastAt) - Date.parse(beganAt)) / 1000), language),
      at: formatShort(beganAt, timeZone, language),
      alerts: count,
      open,
      level: t(`common:level.${levelName(level)}`),
    });
}

/** The storms of a project that still have open alerts, over its list: their alerts stay in it. */
export function StormStrip({ project, onOpen }: { project: Project; onOpen: (storm: AlertStorm) => void }) {
  const { t } = useTranslation();
  const words = useStormWords();
  const open = useRead(alerts.storms, { projectId: project.id }).data?.storms.filter((storm) => storm.open > 0) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className="st-strip" aria-label={t('storms:title')}>
      {open.map((storm) => (
        <li key={storm.id}>
          <ThunderboltOutlined aria-hidden />
          <LevelMark level={storm.level} size={18} />
          <span className="words">{words(storm, project.timeZone)}</span>
          <Button size="small" onClick={() => onOpen(storm)}>
            {t('storms:open')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
