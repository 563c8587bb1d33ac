import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { type DutyRoster, duty } from '@plumbline/contract/alerts/duty';
import { bucketAt } from '@plumbline/science/series/calendar';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
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

type Span = Reply<typeof duty.calendar>['spans'][number];
interface Day {
  readonly start: number;
  readonly end: number;
}
const dayCount = 7;

/** The days of a week from the one that holds an instant on; each is as long as the clock makes it. */
function daysFrom(ms: number, timeZone: string): Day[] {
  const days: Day[] = [];
  for (let at = bucketAt(ms, 'week', timeZone).start; days.length < dayCount; at = days.at(-1)?.end ?? at)
    days.push(bucketAt(at, 'day', timeZone));
  return days;
}

/** One week of a roster: a bar for each day, from its midnight to the next; gaps are hatched and named. */
export function DutyCalendar({ roster }: { roster: DutyRoster }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const now = useNow(60_000);
  const [weekMs, setWeekMs] = useState<number | null>(null);
  const days = daysFrom(weekMs ?? now, project.timeZone);
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
      <div className="pl-row tight">
        <IconButton icon={<LeftOutlined />} label={t('duty:weekBefore')} onClick={() => setWeekMs(first - 1)} />
        <IconButton icon={<RightOutlined />} label={t('duty:weekAfter')} onClick={() => setWeekMs(last)} />
        {weekMs !== null && (
          <Button size="small" onClick={() => setWeekMs(null)}>
            {t('duty:thisWeek')}
          </Button>
        )}
      </div>
      <Answer query={query} loading={<SkeletonRows rows={dayCount} rowPx={28} />}>
        {({ spans }) => (
          <ol>
            {days.map((day) => (
              <DayBar key={day.start} day={day} spans={spans} now={now} />
            ))}
          </ol>
        )}
      </Answer>
    </div>
  );
}

function DayBar({ day, spans, now }: { day: Day; spans: readonly Span[]; now: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useProject().project.timeZone;
  const place = (ms: number): number =>
    ((Math.min(Math.max(ms, day.start), day.end) - day.start) / (day.end - day.start)) * 100;
  const name = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
  });
  const clock = (ms: number): string => formatTime(ms, zone).slice(11, 16);
  const daySpans = spans
    .map(({ startAt, endAt, people }) => ({
      start: Math.max(Date.parse(startAt), day.start),
      end: Math.min(Date.parse(endAt), day.end),
      people,
    }))
    .filter(({ start, end }) => start < end);
  return (
    <li>
      <span className="day pl-sm">{name.format(day.start)}</span>
      <div className="bar">
        {daySpans.map(({ start, end, people }) => {
          const who = people.map((each) => each.name).join(', ') || t('duty:nobody');
          const words = t('duty:onBar', { from: clock(start), to: clock(end), who });
          return (
            <span
              key={start}
              className={people.length === 0 ? 'gap' : `p${(people[0]?.id ?? 0) % 4}`}
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
