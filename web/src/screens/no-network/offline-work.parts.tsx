import './no-network.css';
import { InboxOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { useWaiting } from '../../features/points/field-store/entries.queries.ts';
import { useOfflineProjects } from '../../features/points/field-store/pack.queries.ts';
import { formatBrief } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useServerNow } from '../../kernel/server-clock.ts';

/** Lists what this device can do without a network: field work of the projects that it keeps, and what of it waits to be sent. */
export default function OfflineWork() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useServerNow();
  const projects = useOfflineProjects();
  const waiting = useWaiting();
  if (projects === undefined) return null;
  const left = waiting.reduce((sum, { count }) => sum + count, 0);
  const countOf = (projectId: number): number => waiting.find((each) => each.projectId === projectId)?.count ?? 0;
  return (
    <section className="nn-kept" aria-label={t('fieldWork:noNetwork.works')}>
      <h2>{t('fieldWork:noNetwork.works')}</h2>
      {projects.length === 0 && <p className="pl-2">{t('fieldWork:noNetwork.nothing')}</p>}
      <ul>
        {projects.map(({ projectId, readAt, open: { project } }) => (
          <li key={projectId}>
            <a href={`#${to('FieldWork', { projectId })}`}>
              <span className="words">
                <b>{t('fieldWork:noNetwork.project', { name: project.name })}</b>
                <span className="pl-2 pl-sm">
                  {t('fieldWork:noNetwork.asOf', { time: formatBrief(readAt, project.timeZone, language, now) })}
                </span>
                {countOf(projectId) > 0 && (
                  <span className="pl-sm">{t('fieldWork:entries.waiting', { count: countOf(projectId) })}</span>
                )}
              </span>
              <RightOutlined className="pl-3" />
            </a>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="nn-waiting">
          <InboxOutlined aria-hidden /> {t('fieldWork:noNetwork.waiting', { count: left })}
        </p>
      )}
    </section>
  );
}
