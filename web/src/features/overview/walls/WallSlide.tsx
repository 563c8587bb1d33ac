import type { SlideContent, WallContent } from '@plumbline/contract/overview/walls';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, SkeletonChart } from '../../../design/States.tsx';
import { SilentCount, StatusTag } from '../../../design/Status.tsx';
import { formatCount, formatShare } from '../../../kernel/format.ts';
import { PlacedProjects } from '../stats/stats.parts.tsx';
import { CurveTile, type Watched } from './CurveTile.tsx';
import { WallAlerts } from './WallAlerts.tsx';
import { WallDashboard } from './WallDashboard.tsx';
import { WallDrawing } from './WallDrawing.tsx';
import { WallPoints } from './WallPoints.tsx';
import { slideOutdatedMs } from './wall-clock.ts';
import { useSlide } from './walls.queries.ts';

interface Shown {
  readonly token: string;
  readonly place: number;
  readonly content: WallContent;
  readonly now: number;
}

/** One slide; the next is fetched meanwhile, so that it is there when its turn comes. */
export function WallSlide(slideProps: Shown) {
  const { token, place, content } = slideProps;
  const query = useSlide(token, place);
  useSlide(token, (place + 1) % Math.max(1, content.slides.length));
  if (query.data)
    return (
      <div
        className={`wall-turned${Date.now() - query.dataUpdatedAt > slideOutdatedMs ? ' outdated' : ''}`}
        data-place={place}
      >
        <Slide {...slideProps} slide={query.data} />
      </div>
    );
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="wall-slide" role="status">
      <SkeletonChart height={400} />
    </div>
  );
}

function Slide({ slide, ...slideProps }: Shown & { slide: SlideContent }) {
  const { t } = useTranslation();
  const { content, token, place, now } = slideProps;
  if (slide.kind === 'drawing') return <WallDrawing slide={slide} token={token} place={place} content={content} />;
  if (slide.kind === 'dashboard')
    return (
      <WallDashboard
        slide={slide}
        token={token}
        place={place}
        dwellSeconds={content.slides[place]?.dwellSeconds ?? 20}
      />
    );
  if (slide.kind === 'points') return <WallPoints slide={slide} now={now} />;
  if (slide.kind === 'gone')
    return (
      <div className="wall-slide wall-empty">
        <Empty title={t('walls:slideGone')} why={t('walls:slideGoneWhy')} />
      </div>
    );
  const isProject = slide.kind === 'project';
  // Of a project its own: the head has the first of all projects alone, and a storm elsewhere would hide these.
  const { alerts, alertTotal } = isProject ? slide : content;
  return (
    <div className="wall-slide wall-parts">
      <section className="wall-map">
        {isProject ? (
          <ProjectStructures slide={slide} />
        ) : (
          <PlacedProjects list={content.projects} open={content.alerts} />
        )}
      </section>
      <WallAlerts alerts={alerts} total={alertTotal} zone={content.timeZone} />
      <Curves watched={slide.watched} counts={content.counts} now={now} />
    </div>
  );
}

type ShownStructure = Extract<SlideContent, { kind: 'project' }>['structures'][number];

/** Each structure before its items. */
const byStructure = (all: readonly ShownStructure[]): ShownStructure[] =>
  all
    .filter(({ parentName }) => parentName === null)
    .flatMap((head) => [head, ...all.filter(({ parentName }) => parentName === head.name)]);

/** Structures with their items: how each stands. */
function ProjectStructures({ slide }: { slide: Extract<SlideContent, { kind: 'project' }> }) {
  const { t } = useTranslation();
  return (
    <div className="wall-project">
      <h2>
        {slide.name}
        <StatusTag status={slide.status} words="word" />
      </h2>
      {slide.structures.length === 0 && <Empty title={t('statusPages:noStructures')} />}
      <ul>
        {byStructure(slide.structures).map(({ name, parentName, status, openAlerts }) => (
          <li key={`${parentName ?? ''}/${name}`}>
            <div>
              <b>{name}</b>
              {parentName !== null && <span>{parentName}</span>}
            </div>
            <SilentCount status={status} />
            <span>{openAlerts ? t('statusPages:alerts', { count: openAlerts }) : t('statusPages:noAlerts')}</span>
            <StatusTag status={status} words="word" />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The points that need eyes first with their thirty days, and how healthy the watching is. */
function Curves({ watched, counts, now }: { watched: readonly Watched[]; counts: WallContent['counts']; now: number }) {
  const { t } = useTranslation();
  const { devices, devicesHealthy, status, lastReceivedAt } = counts;
  const reporting = status.levels.reduce((sum, each) => sum + each, 0) + status.withoutLimits;
  const seconds = lastReceivedAt === null ? null : Math.max(0, Math.round((now - Date.parse(lastReceivedAt)) / 1000));
  return (
    <div className="wall-curves">
      {watched.map((point) => (
        <CurveTile key={point.pointId} point={point} now={now} />
      ))}
      {watched.length === 0 && (
        <div className="wall-tile">
          <Empty title={t('stats:noWatched')} why={t('stats:noWatchedWhy')} />
        </div>
      )}
      <div className="wall-tile wall-devices">
        <b>{t('walls:devices')}</b>
        <dl>
          <div>
            <dd>{formatCount(devicesHealthy)}</dd>
            <dt>{t('walls:healthy')}</dt>
          </div>
          <div>
            <dd>{formatCount(devices - devicesHealthy)}</dd>
            <dt>{t('walls:toCheck')}</dt>
          </div>
          <div>
            <dd>{status.points === 0 ? '—' : formatShare(reporting / status.points)}</dd>
            <dt>{t('walls:reporting')}</dt>
          </div>
          <div>
            <dd>{seconds === null ? '—' : t('walls:seconds', { count: seconds })}</dd>
            <dt>{t('walls:sinceReading')}</dt>
          </div>
        </dl>
      </div>
    </div>
  );
}
