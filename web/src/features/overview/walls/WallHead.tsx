import {
  CaretRightOutlined,
  FullscreenOutlined,
  LeftOutlined,
  PauseOutlined,
  RightOutlined,
  SoundOutlined,
} from '@ant-design/icons';
import type { WallContent } from '@plumbline/contract/overview/walls';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { LevelMark } from '../../../design/Level.tsx';
import { PlumbBob } from '../../../design/PlumbBob.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { formatCount, formatTime, formatZone } from '../../../kernel/format.ts';
import { useAnswer } from '../stats/stats.parts.tsx';
import { type Turning, useAlertSound } from './use-wall-screen.ts';

/** Shows the name of a wall, the answer in words, and the clock. */
export function WallHead({ content, now, turning }: { content: WallContent; now: number; turning: Turning }) {
  const { t } = useTranslation();
  const { counts, timeZone } = content;
  const { worst, headline, below } = useAnswer({ ...counts, newestOpenAt: null });
  const time = formatTime(now, timeZone);
  return (
    <header className="wall-head">
      <div className="wall-name">
        <PlumbBob size={36} />
        <div>
          <b>{content.name}</b>
          <span>
            {t('walls:projects', { count: counts.projects })} ·{' '}
            {t('walls:points', { count: counts.status.points, total: formatCount(counts.status.points) })}
          </span>
        </div>
      </div>
      <div className="wall-answer" role="status">
        {worst === undefined ? <StatusMark status={counts.status} size={44} /> : <LevelMark level={worst} size={44} />}
        <b>{headline}</b>
        <span>{below}</span>
      </div>
      <Controls content={content} turning={turning} />
      <div className="wall-time">
        <b>{time.slice(11, 19)}</b>
        <span>
          {time.slice(0, 10)} {formatZone(timeZone, now)}
        </span>
      </div>
    </header>
  );
}

/** Seen while the pointer moves over the head or a button has the focus: a wall is mostly looked at. */
function Controls({ content, turning }: { content: WallContent; turning: Turning }) {
  const { t } = useTranslation();
  const { isMute, unmute } = useAlertSound(content);
  return (
    <div className="wall-controls">
      {isMute && (
        <Button icon={<SoundOutlined />} onClick={unmute} className="wall-mute">
          {t('walls:unmute')}
        </Button>
      )}
      {content.slides.length > 1 && (
        <span className="wall-place">
          {turning.isPaused && `${t('walls:paused')} · `}
          {t('walls:place', { place: turning.place + 1, count: content.slides.length })}
        </span>
      )}
      <div className="wall-bar">
        {content.slides.length > 1 && (
          <>
            <IconButton icon={<LeftOutlined />} label={t('walls:before')} onClick={() => turning.go(-1)} />
            <IconButton
              icon={turning.isPaused ? <CaretRightOutlined /> : <PauseOutlined />}
              label={t(turning.isPaused ? 'walls:resume' : 'walls:pause')}
              onClick={turning.togglePause}
            />
            <IconButton icon={<RightOutlined />} label={t('walls:next')} onClick={() => turning.go(1)} />
          </>
        )}
        <IconButton
          icon={<FullscreenOutlined />}
          label={t('walls:fullScreen')}
          onClick={() => void toggleFullScreen()}
        />
      </div>
    </div>
  );
}

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
