import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatBrief, formatDay, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';

/** How long a survey stands while they are played, at single speed. */
const stepMs = 1_000;
const speeds = [1, 4] as const;

/** The surveys as a row of stops: one is chosen by hand, or they are played one after the other. */
export function SurveyPlayer({
  times,
  chosen,
  onChoose,
}: {
  /** Epoch ms, ascending. */
  times: readonly number[];
  chosen: number;
  onChoose: (place: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const { isPlaying, toggle, stop } = usePlaying(times.length, chosen, speed, onChoose);
  const last = times.length - 1;
  return (
    <fieldset className="sv-player" aria-label={t('surveys:player')}>
      <Button
        size="small"
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={t(isPlaying ? 'surveys:pause' : 'surveys:play')}
        title={t(isPlaying ? 'surveys:pause' : 'surveys:play')}
        disabled={last < 1}
        onClick={toggle}
      />
      <Slider
        className="stops"
        min={0}
        max={Math.max(1, last)}
        value={chosen}
        disabled={last < 1}
        dots
        marks={Object.fromEntries(labelled(times).map((i) => [i, markWords(times[i] ?? 0, timeZone, language)]))}
        tooltip={{ formatter: (place) => formatShort(times[place ?? 0], timeZone, language) }}
        ariaLabelForHandle={t('surveys:survey')}
        ariaValueTextFormatterForHandle={(place) => formatShort(times[place], timeZone, language)}
        onChange={(place) => {
          stop();
          onChoose(place);
        }}
      />
      <Segmented
        label={t('surveys:speed')}
        value={speed}
        options={speeds.map((value) => ({ value, label: `${value}×` }))}
        onChange={setSpeed}
      />
    </fieldset>
  );
}

/** The date under a stop; the year, where it is another than this one, under it: beside it would run into the next. */
function markWords(at: number, zone: string, language: string): ReactNode {
  const year = formatDay(at, zone).slice(0, 4);
  if (year === formatDay(Date.now(), zone).slice(0, 4)) return formatBrief(at, zone, language);
  return (
    <>
      {formatBrief(at, zone, language).replace(`${year}-`, '').replace(` ${year}`, '')}
      <br />
      {year}
    </>
  );
}

/** Which stops have a date under them: five at most, the ends among them. */
function labelled(times: readonly number[]): number[] {
  const last = times.length - 1;
  const every = Math.max(1, Math.ceil(last / 4));
  const places = Array.from({ length: Math.floor(last / every) + 1 }, (_, i) => last - i * every);
  return [...new Set(places.filter((i) => i === 0 || i >= every * 0.75).concat(last >= 0 ? [0] : []))].filter(
    (i) => i >= 0,
  );
}

/** Plays from the chosen survey to the last one; from the first where the last one stands. */
function usePlaying(count: number, chosen: number, speed: number, onChoose: (place: number) => void) {
  const [isPlaying, setPlaying] = useState(false);
  // What is drawn again meanwhile does not begin the second anew.
  const choose = useRef(onChoose);
  choose.current = onChoose;
  useEffect(() => {
    if (!isPlaying) return;
    if (chosen >= count - 1) return setPlaying(false);
    const timer = setTimeout(() => choose.current(chosen + 1), stepMs / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, chosen, count, speed]);
  const toggle = (): void => {
    if (!isPlaying && chosen >= count - 1) onChoose(0);
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle, stop: () => setPlaying(false) };
}
