/** Which words a report needs, in every language. */

import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { healthStatuses } from '@plumbline/contract/devices/devices';
import type { CallFault } from '@plumbline/contract/platform/plugins.package';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Judgement } from '@plumbline/contract/points/inspections.questions';
import type { PeriodType } from '@plumbline/contract/reports/period-reports';

type HealthStatus = (typeof healthStatuses)[number];
type Levels = readonly [string, string, string, string, string];

/** Words that say something by themselves, each a heading or label. */
type Labels = Readonly<
  Record<
    | 'about'
    | 'fact'
    | 'note'
    | 'project'
    | 'corporation'
    | 'client'
    | 'contractor'
    | 'supervisor'
    | 'event'
    | 'period'
    | 'zone'
    | 'madeAt'
    | 'madeBy'
    | 'contents'
    | 'summary'
    | 'summaryNote'
    | 'structure'
    | 'family'
    | 'all'
    | 'points'
    | 'withoutLimits'
    | 'failed'
    | 'stale'
    | 'noReading'
    | 'measurements'
    | 'measurementsNone'
    | 'point'
    | 'field'
    | 'unit'
    | 'first'
    | 'firstAt'
    | 'last'
    | 'lastAt'
    | 'min'
    | 'minAt'
    | 'max'
    | 'maxAt'
    | 'mean'
    | 'change'
    | 'cumulative'
    | 'rate'
    | 'level'
    | 'state'
    | 'status'
    | 'readings'
    | 'failedValues'
    | 'expected'
    | 'missing'
    | 'nextLimit'
    | 'complete'
    | 'completeness'
    | 'reporting'
    | 'curves'
    | 'alerts'
    | 'alertsNone'
    | 'measuredAt'
    | 'reached'
    | 'value'
    | 'threshold'
    | 'releasedAt'
    | 'notReleased'
    | 'handling'
    | 'handledBy'
    | 'handledAt'
    | 'reason'
    | 'provedWrong'
    | 'devices'
    | 'devicesNote'
    | 'devicesNone'
    | 'device'
    | 'sncode'
    | 'health'
    | 'since'
    | 'lastSeenAt'
    | 'voltage'
    | 'worsened'
    | 'never'
    | 'methodTitle',
    string
  >
>;

/** Counts, and lengths of time and shares in words; null = there is none. */
export interface HandledWords {
  readonly raised: number;
  readonly reaction: string | null;
  readonly reactionP90: string | null;
  readonly settled: number;
  readonly settling: string | null;
  readonly falseAlarms: number;
  readonly waiting: number;
  readonly oldest: string | null;
}

export interface ReportWords extends Labels {
  readonly titles: Readonly<Record<PeriodType, string>>;
  readonly levels: Levels;
  readonly families: Readonly<Record<FamilyCode, string>>;
  readonly measures: Readonly<Record<'value' | 'cumulative' | 'rate' | 'condition', string>>;
  readonly alertStatuses: Readonly<Record<AlertStatus, string>>;
  readonly healths: Readonly<Record<HealthStatus, string>>;
  /** How far the last value is from the limit to watch, or past it. */
  readonly toLimit: (distance: string) => string;
  readonly pastLimit: (distance: string) => string;
  readonly unfinished: (until: string) => string;
  readonly alertsHandled: (handled: HandledWords) => readonly string[];
  readonly alertsMore: (shown: number, total: number) => string;
  readonly levelAnd: (level: string, state: string) => string;
  readonly method: (timeZone: string) => readonly string[];
}

/** Words of single blocks. */
type BlockLabels = Readonly<
  Record<
    | 'nothingLeft'
    | 'plugin'
    | 'pluginNone'
    | 'text'
    | 'curves'
    | 'greatestMin'
    | 'greatestMax'
    | 'greatestChange'
    | 'greatestCumulative'
    | 'greatestRate'
    | 'profiles'
    | 'profilesNone'
    | 'masters'
    | 'mastersNone'
    | 'distance'
    | 'movement'
    | 'limitsDiffer'
    | 'displacement'
    | 'depth'
    | 'drawings'
    | 'drawingsNone'
    | 'conclusions'
    | 'comparison'
    | 'comparisonNone'
    | 'lastBefore'
    | 'lastNow'
    | 'difference'
    | 'maxBefore'
    | 'maxNow'
    | 'statusBefore'
    | 'statusNow'
    | 'works'
    | 'worksNone'
    | 'kind'
    | 'from'
    | 'until'
    | 'description'
    | 'elevation'
    | 'wholeProject'
    | 'inspections'
    | 'inspectionsNone'
    | 'plan'
    | 'where'
    | 'finished'
    | 'finishedBy'
    | 'faults'
    | 'outOfLimits'
    | 'missed'
    | 'defects'
    | 'defect'
    | 'severity'
    | 'photos'
    | 'photosNone'
    | 'weather'
    | 'weatherNone'
    | 'day'
    | 'rain'
    | 'coldest'
    | 'warmest'
    | 'temperature'
    | 'readings'
    | 'readingsNone'
    | 'calibration'
    | 'channel'
    | 'formula'
    | 'parameters'
    | 'initial'
    | 'since'
    | 'manual'
    | 'comma',
    string
  >
>;
type PhraseLevel = 'normal' | 'blue' | 'yellow' | 'orange' | 'red' | 'unknown';

export interface BlockWords extends BlockLabels {
  readonly more: (shown: number, total: number) => string;
  /** One of the greatest figures, by its name, with value and point; and the sentence of all of them. */
  readonly greatest: (name: string, value: string, point: string) => string;
  readonly greatestAll: (figures: readonly string[]) => string;
  readonly question: string;
  readonly answer: string;
  readonly limits: string;
  readonly judgement: string;
  readonly signed: string;
  readonly roundBy: (name: string, time: string) => string;
  readonly roundCorrects: (revision: number, reason: string) => string;
  readonly photoCount: (count: number) => string;
  readonly morePhotos: (first: number, total: number) => string;
  readonly judged: Readonly<Record<Judgement, string>>;
  /** How many times larger movements of a section are drawn. */
  readonly enlarged: (factor: number) => string;
  /** Why a function of a plug-in made nothing, by the name of the fault. */
  readonly pluginFailed: (part: string, fault: CallFault) => string;
  readonly pluginLeft: (count: number) => string;
  readonly pluginBy: (part: string) => string;
  readonly compared: (first: string, last: string) => string;
  /** What a conclusion says of a level where the template says nothing. */
  readonly phrases: Readonly<Record<PhraseLevel, string>>;
  readonly workKinds: Readonly<Record<string, string>>;
  readonly formulas: Readonly<Record<'SYSTEM_FORMULA' | 'CUSTOM_FORMULA', string>>;
  readonly severities: Readonly<Record<'minor' | 'serious' | 'critical', string>>;
  readonly defectStates: Readonly<Record<'open' | 'watching' | 'repaired' | 'closed', string>>;
}
