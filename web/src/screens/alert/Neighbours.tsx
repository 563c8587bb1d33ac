import type { Alert } from '@plumbline/contract/alerts/alerts';
import type { Neighbour } from '@plumbline/contract/alerts/alerts.surroundings';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { StatusMark } from '../../design/Status.tsx';
import { useStatusWords } from '../../design/status-words.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatNumber, formatShort, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Around } from './AlertTrust.tsx';

/** The points beside that of an alert, as they stand now: its own family first. */
export function Neighbours({ alert, around }: { alert: Alert; around: Around | undefined }) {
  const { t } = useTranslation();
  const neighbours = around?.neighbours;
  if (!neighbours) return null;
  const { points, total } = neighbours;
  return (
    <section aria-label={t('handling:neighbours')}>
      <h3>{t('handling:neighbours')}</h3>
      {points.length === 0 ? (
        <p className="pl-2">{t('handling:noNeighbours')}</p>
      ) : (
        <ul className="ap-points">
          {points.map((point) => (
            <li key={point.pointId}>
              <One alert={alert} point={point} />
            </li>
          ))}
        </ul>
      )}
      {total > points.length && <p className="pl-sm pl-3">{t('handling:further', { count: total - points.length })}</p>}
    </section>
  );
}

function One({ alert, point }: { alert: Alert; point: Neighbour }) {
  const words = useStatusWords();
  const fieldWord = useFieldWord();
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  const { status, value, unit, precision, roseAt } = point;
  return (
    <Link
      to={to('DataView', { projectId: alert.projectId }, { point: point.pointId, field: point.field })}
      aria-label={`${point.name}, ${words(status).full}`}
    >
      <StatusMark status={status} size={18} label={false} />
      <span className="pl-ell">
        <span className="pl-b">{point.name}</span>{' '}
        <span className="pl-sm pl-3">
          {[point.structureId === alert.structureId ? '' : point.structureName, fieldWord(point.family, point.field)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="figure">
        {value === null ? missing : `${formatNumber(value, precision)} ${unit}`}
        <span className="pl-sm pl-3">
          {[
            words(status).short,
            roseAt === null ? '' : t('handling:roseAt', { time: formatShort(roseAt, project.timeZone, language) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </Link>
  );
}
