import './wall.css';
import type { WallContent } from '@plumbline/contract/overview/walls';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PlumbSign } from '../../../design/PlumbSign.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { ThemeProvider } from '../../../design/theme.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useAppearance, useAwake, useSeconds, useTurning } from './use-wall-screen.ts';
import { WallHead } from './WallHead.tsx';
import { WallSlide } from './WallSlide.tsx';
import { brightnessAt, outdatedMs } from './wall-clock.ts';
import { isGone, useWall } from './walls.queries.ts';

/** A screen in a control room: projects by turns, readable from five metres, by a link and without an account. */
export default function WallPage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const query = useWall(token);
  useAppearance(query.data);
  if (isGone(query.error))
    return (
      // What was shown before is not left on the screen: the link says nothing any more.
      <main className="wall-gone">
        <PlumbSign />
        <Empty title={t('walls:gone')} why={t('walls:goneWhy')} />
      </main>
    );
  return (
    <Answer query={query} loading={<SkeletonRows rows={6} />}>
      {(content) => (
        <ThemeProvider value={content.theme}>
          <Screen token={token} content={content} query={query} />
        </ThemeProvider>
      )}
    </Answer>
  );
}

function Screen({
  token,
  content,
  query,
}: {
  token: string;
  content: WallContent;
  query: UseQueryResult<WallContent>;
}) {
  const { t } = useTranslation();
  useAwake();
  const now = useSeconds();
  const turning = useTurning(content.slides);
  const isOutdated = Date.now() - query.dataUpdatedAt > outdatedMs;
  const brightness = brightnessAt(content, content.alerts, now);
  return (
    <main className={`wall${isOutdated ? ' outdated' : ''}`}>
      <WallHead content={content} now={now} turning={turning} />
      {isOutdated && (
        <p className="wall-strip" role="alert">
          {t('walls:outdated', { time: formatTime(content.at, content.timeZone) })}
        </p>
      )}
      {content.hidden > 0 && <p className="wall-strip quiet">{t('walls:hidden', { count: content.hidden })}</p>}
      <WallSlide key={turning.place} token={token} place={turning.place} content={content} now={now} />
      {brightness < 1 && <div className="wall-dim" style={{ opacity: 1 - brightness }} />}
    </main>
  );
}
