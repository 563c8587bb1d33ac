/** Duties as iCalendar (RFC 5545): times in UTC, so that every program shows them by its own clock. Pure. */
import type { Language } from '@plumbline/contract/kernel/constants';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

export interface Duty {
  readonly rosterId: number;
  readonly rosterName: string;
  readonly projectName: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Who is on duty then, beside whoever the calendar is of; empty in a calendar of a roster = nobody. */
  readonly names: readonly string[];
}

interface CalendarWords {
  readonly ownDuty: string;
  readonly ofRoster: (roster: string, project: string) => string;
  readonly onDuty: (project: string, roster: string) => string;
  readonly nobody: (roster: string) => string;
  readonly together: (names: string) => string;
  readonly comma: string;
}
const calendarWords: Readonly<Record<Language, CalendarWords>> = {
  en: {
    ownDuty: 'My duty',
    ofRoster: (roster, project) => `${roster} (${project})`,
    onDuty: (project, roster) => `On duty: ${project}, ${roster}`,
    nobody: (roster) => `Nobody on duty: ${roster}`,
    together: (names) => `Together with ${names}`,
    comma: ', ',
  },
  'zh-CN': {
    ownDuty: '我的值班',
    ofRoster: (roster, project) => `${roster}（${project}）`,
    onDuty: (project, roster) => `值班：${project}，${roster}`,
    nobody: (roster) => `无人值班：${roster}`,
    together: (names) => `同班：${names}`,
    comma: '、',
  },
  'zh-TW': {
    ownDuty: '我的值班',
    ofRoster: (roster, project) => `${roster}（${project}）`,
    onDuty: (project, roster) => `值班：${project}，${roster}`,
    nobody: (roster) => `無人值班：${roster}`,
    together: (names) => `同班：${names}`,
    comma: '、',
  },
};

/** How often programs are asked to read again. */
const refreshMinutes = 60;

interface Options {
  readonly language: Language;
  /** The roster that the calendar is of; null = the duties of one person. */
  readonly roster: { readonly name: string; readonly projectName: string } | null;
  readonly now: Date;
  /** The address of the web app. */
  readonly home: string;
}

/** Returns the text of a calendar. What is read again has the same event for the same roster and beginning. */
export function calendarOf(duties: readonly Duty[], { language, roster, now, home }: Options): string {
  const words = calendarWords[language];
  const calendar = ical({
    name: roster ? words.ofRoster(roster.name, roster.projectName) : words.ownDuty,
    prodId: { company: 'Plumbline', product: 'Duty', language: language.slice(0, 2).toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshMinutes * 60,
  });
  for (const { rosterId, rosterName, projectName, startMs, endMs, names } of duties) {
    const list = names.join(words.comma);
    const ofRoster = names.length === 0 ? words.nobody(rosterName) : list;
    calendar.createEvent({
      id: `duty-${rosterId}-${startMs / 1000}@${new URL(home).hostname}`,
      start: new Date(startMs),
      end: new Date(endMs),
      stamp: now,
      summary: roster ? ofRoster : words.onDuty(projectName, rosterName),
      description: roster || names.length === 0 ? null : words.together(list),
      url: home,
      status: ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
