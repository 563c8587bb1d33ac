import './public-status.css';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { PublicStatus } from '@plumbline/contract/overview/status-pages';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PublicFoot, PublicHead } from '../../../app/shell/PublicHead.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, Outdated, SkeletonRows } from '../../../design/States.tsx';
import { SilentCount, StatusTag } from '../../../design/Status.tsx';
import { usePublicBrand } from '../../../kernel/brand.ts';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { changeLanguage } from '../../../kernel/language.ts';
import { hasChosenLanguage } from '../../../kernel/remembered-language.ts';
import { PublicPoints } from './PublicPoints.tsx';
import { usePublicStatus } from './status-pages.queries.ts';

/**
 * Shows a status page to outsiders by the link of a status page: how the structures stand now, in the words of the
 * project's own screens.
 */
export default function PublicStatusPage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const query = usePublicStatus(token);
  const isGone = query.error instanceof Failure && ['notFound', 'badInput'].includes(query.error.name);
  const language = query.data?.language;
  usePublicBrand(query.data?.corporation);
  useEffect(() => {
    if (language && !hasChosenLanguage()) void changeLanguage(language);
  }, [language]);
  return (
    <div className="pub">
      <PublicHead />
      <main>
        {isGone ? (
          // What was shown before is not left standing: the link says nothing any more.
          <Empty title={t('statusPages:gone')} why={t('statusPages:goneWhy')} />
        ) : (
          <Answer query={query} loading={<SkeletonRows rows={6} />}>
            {(status) => <Content status={status} query={query} />}
          </Answer>
        )}
      </main>
      <PublicFoot />
    </div>
  );
}

function Content({ status, query }: { status: PublicStatus; query: ReturnType<typeof usePublicStatus> }) {
  const { t } = useTranslation();
  const { timeZone: zone } = status;
  return (
    <>
      <div>
        <div className="pl-sm pl-3">{status.projectName}</div>
        <h1>{status.title}</h1>
        <div className="pl-sm pl-3">
          {t('statusPages:asOf', { time: formatTime(status.at, zone), zone: formatZone(zone, status.at) })}
          {status.expiresAt !== null &&
            ` · ${t('statusPages:shownUntil', { time: formatTime(status.expiresAt, zone) })}`}
        </div>
      </div>
      <Outdated query={query} />
      {status.archivedAt !== null && (
        <p className="pl-notice" role="status">
          {t('statusPages:archived', { time: formatTime(status.archivedAt, zone) })}
        </p>
      )}
      <section className="pl-pane pub-whole">
        <StatusTag status={status.status} words="word" />
        <SilentCount status={status.status} />
        <span className="pl-2">{t('statusPages:ofPoints', { count: status.status.points })}</span>
      </section>
      {status.note !== '' && <p className="pub-note">{status.note}</p>}
      <Pane title={t('statusPages:structureIds')} flush>
        {status.structures.length === 0 ? (
          <Empty title={t('statusPages:noStructures')} />
        ) : (
          <ul className="pub-list">
            {status.structures.map((structure) => (
              <StructureRow key={`${structure.parentName ?? ''}/${structure.name}`} structure={structure} />
            ))}
          </ul>
        )}
      </Pane>
      {status.points.length > 0 && <PublicPoints points={status.points} from={status.curveFrom} zone={zone} />}
      <p className="pl-sm pl-3">{t('statusPages:disclaimer')}</p>
    </>
  );
}

function StructureRow({ structure }: { structure: PublicStatus['structures'][number] }) {
  const { t } = useTranslation();
  const { name, parentName, type, status, openAlerts } = structure;
  return (
    <li>
      <div className="pub-name">
        <div className="pl-b pl-ell">{name}</div>
        <div className="pl-sm pl-3 pl-ell">{parentName ?? t(`structures:type.${type}`)}</div>
      </div>
      <span className="pub-counts">
        <SilentCount status={status} />
        {openAlerts !== null && (
          <span className="pl-2">
            {openAlerts === 0 ? t('statusPages:noAlerts') : t('statusPages:alerts', { count: openAlerts })}
          </span>
        )}
      </span>
      <StatusTag status={status} words="word" />
    </li>
  );
}
