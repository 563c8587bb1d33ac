import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelMark } from '../../design/Level.tsx';
import { levelName } from '../../kernel/levels.ts';
import { to } from '../paths.ts';
import { useProjects } from './projects.queries.ts';

/** Open alerts by level over every project. Levels without one are left out. */
export default function Tally() {
  const { t } = useTranslation();
  const { data } = useProjects();
  const counts = ([4, 3, 2, 1] as const)
    .map((level) => ({
      level,
      count: data?.projects.reduce((sum, project) => sum + (project.summary.openAlerts[level] ?? 0), 0) ?? 0,
    }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  const words = counts.map(({ level, count }) => `${t(`common:level.${levelName(level)}`)} ${count}`).join(', ');
  return (
    <>
      <Link className="tally" to={to('AllAlerts')} title={words}>
        <span className="pl-visually-hidden">{`${t('shell:openAlerts')}: ${words}`}</span>
        {counts.map(({ level, count }) => (
          <span key={level} aria-hidden="true">
            <LevelMark level={level} label={false} />
            {count}
          </span>
        ))}
      </Link>
      <span className="vr" />
    </>
  );
}
