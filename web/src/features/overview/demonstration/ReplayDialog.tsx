import './demonstration.css';
import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { demonstration, type Story } from '@plumbline/contract/overview/demonstration';
import { Button, Modal, Select } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelMark } from '../../../design/Level.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { asLevel, levelName } from '../../../kernel/levels.ts';
import { useRead } from '../../../kernel/reads.ts';
import { ReplayDrawing, ReplayMap } from './ReplayStage.tsx';
import { ReplayStrip } from './ReplayStrip.tsx';
import { useStory } from './replay.queries.ts';
import { type Moment, momentsOf, pointsAt, type StoryData } from './story-moments.ts';
import { usePlaying } from './use-playing.ts';

const speeds = [1, 2, 4] as const;

/** Plays the days of a story again, of what is stored: its drawing or map, its curve, and what happened in words. */
export default function ReplayDialog({ corporationId, onClose }: { corporationId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useRead(demonstration.stories, { corporationId });
  const [kind, setKind] = useState<Story['kind'] | null>(null);
  return (
    <Modal
      open
      className="dm-dialog"
      width="min(1320px, 100vw)"
      title={t('demonstration:replay')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={8} />}
        isEmpty={({ stories }) => stories.length === 0}
        empty={<Empty title={t('demonstration:none')} why={t('demonstration:noneWhy')} />}
      >
        {({ stories }) => {
          const story = stories.find((each) => each.kind === kind) ?? stories[0];
          return (
            story && (
              <>
                <Select
                  className="dm-choice"
                  aria-label={t('demonstration:story')}
                  value={story.kind}
                  options={stories.map((each) => ({
                    value: each.kind,
                    label: `${each.projectName} · ${t(`demonstration:stories.${each.kind}.title`)}`,
                  }))}
                  onChange={setKind}
                />
                <StoryPlayer key={story.kind} story={story} />
              </>
            )
          );
        }}
      </Answer>
    </Modal>
  );
}

function StoryPlayer({ story }: { story: Story }) {
  const query = useStory(story);
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {(data) => <Player story={story} data={data} />}
    </Answer>
  );
}

function Player({ story, data }: { story: Story; data: StoryData }) {
  const { t } = useTranslation();
  const [from, to] = [Date.parse(story.from), Date.parse(story.to)];
  const playing = usePlaying(from, to, true);
  const { at, isPlaying, speed } = playing;
  const moments = useMemo(() => momentsOf(data, story.pointId, from, to), [data, story.pointId, from, to]);
  const then = useMemo(() => pointsAt(data, at), [data, at]);
  const main = data.points.find(({ id }) => id === story.pointId);
  const steps = moments.filter((moment) => moment.at <= at).length - 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target.closest('button, [role="slider"], .ant-select, .ant-segmented') && event.key !== 'Home') return;
    const stepMs = (to - from) / 60;
    const act = {
      ' ': playing.toggle,
      ArrowLeft: () => playing.pauseAt(at - stepMs),
      ArrowRight: () => playing.pauseAt(at + stepMs),
      Home: () => playing.pauseAt(from),
      End: () => playing.pauseAt(to),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a player with keys of its own
    // biome-ignore lint/a11y/noNoninteractiveTabindex: space plays and pauses, the arrows step
    <div className="dm-replay" role="group" tabIndex={0} aria-label={t('demonstration:keys')} onKeyDown={onKeyDown}>
      <div className="dm-stage">
        {data.drawing ? <ReplayDrawing drawing={data.drawing} then={then} /> : <ReplayMap story={story} then={then} />}
      </div>
      <div className="dm-side">
        <p className="dm-clock" aria-live="off">
          {formatTime(at, data.timeZone).slice(0, 16)}
        </p>
        <Sentences moments={moments} step={steps} kind={story.kind} zone={data.timeZone} onChoose={playing.pauseAt} />
      </div>
      <div className="dm-foot">
        <Button
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={t(isPlaying ? 'demonstration:pause' : 'demonstration:play')}
          title={t(isPlaying ? 'demonstration:pause' : 'demonstration:play')}
          onClick={playing.toggle}
        />
        {main && (
          <ReplayStrip point={main} {...{ moments, from, to, at }} zone={data.timeZone} onChange={playing.pauseAt} />
        )}
        <Segmented
          label={t('demonstration:speed')}
          value={speed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
          onChange={playing.setSpeed}
        />
      </div>
    </div>
  );
}

/** What has happened until now; the newest is kept in sight. */
function Sentences({
  moments,
  step,
  kind,
  zone,
  onChoose,
}: {
  moments: readonly Moment[];
  step: number;
  kind: Story['kind'];
  zone: string;
  onChoose: (at: number) => void;
}) {
  const words = useSentence(kind);
  const newest = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step says that another one is the newest
  useEffect(() => {
    newest.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return (
    <ol className="dm-sentences" aria-live="polite">
      {moments.slice(0, step + 1).map((moment) => (
        <li
          key={moment.place}
          ref={moment.place === step ? newest : null}
          className={moment.place === step ? 'now' : ''}
        >
          <button type="button" className="pl-bare" onClick={() => onChoose(moment.at)}>
            <span className="pl-micro pl-3">{formatTime(moment.at, zone).slice(5, 16)}</span>
            <span className="words">
              {moment.level !== null && moment.kind !== 'handled' && moment.kind !== 'stepDone' && (
                <LevelMark level={asLevel(moment.kind === 'released' ? 0 : moment.level)} size={14} label={false} />
              )}
              <span>{words(moment)}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** A moment in the reader's words; the numbers in it are those that are stored. */
function useSentence(kind: Story['kind']) {
  const { t } = useTranslation();
  return (moment: Moment): string => {
    const { level, point, value, unit, precision, count, by, text } = moment;
    if (moment.kind === 'begin') return t(`demonstration:stories.${kind}.begin`);
    if (moment.kind === 'end') return t(`demonstration:stories.${kind}.end`);
    if (moment.kind === 'handled') return by === '' ? text : t('demonstration:handled', { by, text });
    if (moment.kind === 'stepDone') return t('demonstration:stepDone', { by, text });
    const levelWord = level === null ? '' : t(`common:level.${levelName(asLevel(level))}`);
    const valueText = `${formatNumber(value, precision)} ${unit}`;
    return t(`demonstration:${moment.kind}`, { level: levelWord, point, value: valueText, count });
  };
}
