import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { type DutyRoster, duty } from '@plumbline/contract/alerts/duty';
import { bucketAt } from '@plumbline/science/series/calendar';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useNow } from '../../../kernel/now.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useDutyWords } from './duty-words.ts';

type Span = Reply<typeof duty.calendar>['spans'][number];
interface Day {
  readonly start: number;
  readonly end: number;
}
type View = 'week' | 'month';

/** The days of the weeks of a week or month that holds an instant; each is as long as the clock makes it. */
function daysOf(view: View, ms: number, timeZone: string): Day[] {
  const { start, end } = bucketAt(ms, view, timeZone);
  const days: Day[] = [];
  for (
    let at = bucketAt(start, 'week', timeZone).start;
    days.length === 0 || at < end || days.length % 7 > 0;
    at = days.at(-1)?.end ?? end
  )
    days.push(bucketAt(at, 'day', timeZone));
  return days;
}

/**
 * A week or month of a roster: of a week a bar for each day, from its midnight to the next; of a month a field for each day. Gaps
 * are hatched and named.
 */
export function DutyCalendar({ roster }: { roster: DutyRoster }) {
  const { project } = useProject();
  const now = useNow(60_000);
  const [view, setView] = useState<View>('week');
  const [chosenMs, setChosenMs] = useState<number | null>(null);
  const range = bucketAt(chosenMs ?? now, view, project.timeZone);
  const days = daysOf(view, chosenMs ?? now, project.timeZone);
  const [first, last] = [days[0]?.start ?? now, days.at(-1)?.end ?? now];
  const query = useRead(
    duty.calendar,
    {
      projectId: roster.projectId,
      rosterId: roster.id,
      from: new Date(first).toISOString(),
      to: new Date(last).toISOString(),
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <div className="du-calendar">
      <CalendarBar
        {...{ view, range, zone: project.timeZone, isChosen: chosenMs !== null }}
        onView={setView}
        onGo={setChosenMs}
      />
      <Answer query={query} loading={<SkeletonRows rows={days.length} rowPx={28} />}>
        {({ spans }) =>
          view === 'week' ? (
            <ol>
              {days.map((day) => (
                <DayBar key={day.start} day={day} spans={spans} now={now} />
              ))}
            </ol>
          ) : (
            <ol className="month">
              {days.map((day) => (
                <MonthDay
                  key={day.start}
                  day={day}
                  spans={spans}
                  now={now}
                  isInside={day.start >= range.start && day.start < range.end}
                />
              ))}
            </ol>
          )
        }
      </Answer>
    </div>
  );
}

/** Chooses between week and month, and goes to the one before or after. */
function CalendarBar({
  view,
  range,
  zone,
  isChosen,
  onView,
  onGo,
}: {
  view: View;
  range: Day;
  zone: string;
  isChosen: boolean;
  onView: (view: View) => void;
  onGo: (ms: number | null) => void;
}) {
  const { t } = useTranslation();
  const monthName = new Intl.DateTimeFormat(useLanguage(), { timeZone: zone, month: 'long', year: 'numeric' });
  return (
    <div className="pl-row tight">
      <Segmented
        aria-label={t('duty:view')}
        value={view}
        options={(['week', 'month'] as const).map((each) => ({ value: each, label: t(`duty:views.${each}`) }))}
        onChange={onView}
      />
      <IconButton
        icon={<LeftOutlined />}
        label={t(view === 'week' ? 'duty:weekBefore' : 'duty:monthBefore')}
        onClick={() => onGo(range.start - 1)}
      />
      <IconButton
        icon={<RightOutlined />}
        label={t(view === 'week' ? 'duty:weekAfter' : 'duty:monthAfter')}
        onClick={() => onGo(range.end)}
      />
      {view === 'month' && <b>{monthName.format(range.start)}</b>}
      {isChosen && (
        <Button size="small" onClick={() => onGo(null)}>
          {t(view === 'week' ? 'duty:thisWeek' : 'duty:thisMonth')}
        </Button>
      )}
    </div>
  );
}

/** Spans within a day, cut at its ends. */
const spansOf = (day: Day, spans: readonly Span[]) =>
  spans
    .map(({ startAt, endAt, people }) => ({
      start: Math.max(Date.parse(startAt), day.start),
      end: Math.min(Date.parse(endAt), day.end),
      people,
    }))
    .filter(({ start, end }) => start < end);

/** How a span is drawn: with somebody who can act, with nobody who can, or without anybody. */
const classOf = (people: Span['people']): string =>
  people.length === 0
    ? 'gap'
    : people.some(({ problems }) => problems.length === 0)
      ? `p${(people[0]?.id ?? 0) % 4}`
      : 'unable';

function MonthDay({ day, spans, now, isInside }: { day: Day; spans: readonly Span[]; now: number; isInside: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useProject().project.timeZone;
  const { nameOf } = useDutyWords();
  const name = new Intl.DateTimeFormat(language, { timeZone: zone, weekday: 'short', day: 'numeric' });
  const isToday = now >= day.start && now < day.end;
  return (
    <li className={[isInside ? '' : 'beside', isToday ? 'today' : ''].join(' ')} aria-current={isToday && 'date'}>
      <span className="day pl-sm">{name.format(day.start)}</span>
      {spansOf(day, spans).map(({ start, people }) => {
        const who = people.map(nameOf).join(', ') || t('duty:nobody');
        return (
          <span key={start} className={classOf(people)} title={who}>
            {formatTime(start, zone).slice(11, 16)} {who}
          </span>
        );
      })}
    </li>
  );
}

function DayBar({ day, spans, now }: { day: Day; spans: readonly Span[]; now: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useProject().project.timeZone;
  const { nameOf } = useDutyWords();
  const place = (ms: number): number =>
    ((Math.min(Math.max(ms, day.start), day.end) - day.start) / (day.end - day.start)) * 100;
  const name = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const clock = (ms: number): string => formatTime(ms, zone).slice(11, 16);
  return (
    <li>
      <span className="day pl-sm">{name.format(day.start)}</span>
      <div className="bar">
        {spansOf(day, spans).map(({ start, end, people }) => {
          const who = people.map(nameOf).join(', ') || t('duty:nobody');
          const words = t('duty:onBar', { from: clock(start), to: clock(end), who });
          return (
            <span
              key={start}
              className={classOf(people)}
              style={{ left: `${place(start)}%`, width: `${place(end) - place(start)}%` }}
              title={words}
            >
              <span className="pl-visually-hidden">{words}</span>
              <span aria-hidden>{who}</span>
            </span>
          );
        })}
        {now >= day.start && now < day.end && <i style={{ left: `${place(now)}%` }} />}
      </div>
    </li>
  );
}
