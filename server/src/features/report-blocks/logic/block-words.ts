/** The words of single blocks, in every language; those of the whole report are in words.*.ts. */
import type { Language } from '@plumbline/contract/constants';
import { simplifiedBlocks, traditionalBlocks } from './block-words.zh.ts';

type Labels = Readonly<
  Record<
    | 'nothingLeft'
    | 'text'
    | 'curves'
    | 'extremes'
    | 'greatestMin'
    | 'greatestMax'
    | 'greatestChange'
    | 'greatestCumulative'
    | 'greatestRate'
    | 'profiles'
    | 'profilesNone'
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

export interface BlockWords extends Labels {
  readonly more: (shown: number, total: number) => string;
  readonly compared: (first: string, last: string) => string;
  /** What a conclusion says of a level where the template says nothing. */
  readonly phrases: Readonly<Record<PhraseLevel, string>>;
  readonly workKinds: Readonly<Record<string, string>>;
  readonly severities: Readonly<Record<'minor' | 'serious' | 'critical', string>>;
  readonly defectStates: Readonly<Record<'open' | 'watching' | 'repaired' | 'closed', string>>;
}

const english: BlockWords = {
  nothingLeft: 'None of the points that this part is about was there in this period.',
  text: 'Remarks',
  curves: 'Curves',
  extremes: 'Greatest figures',
  greatestMin: 'Lowest value',
  greatestMax: 'Highest value',
  greatestChange: 'Greatest change in the period',
  greatestCumulative: 'Greatest cumulative change',
  greatestRate: 'Fastest rate per day',
  profiles: 'Profiles',
  profilesNone: 'No casing was surveyed in this period.',
  displacement: 'Displacement, mm',
  depth: 'Depth, m',
  drawings: 'Points on site',
  drawingsNone: 'No drawing with points on it is there.',
  conclusions: 'Conclusions',
  comparison: 'Compared with the period before',
  comparisonNone: 'Nothing was measured in the period before.',
  lastBefore: 'Last before',
  lastNow: 'Last now',
  difference: 'Difference',
  maxBefore: 'Maximum before',
  maxNow: 'Maximum now',
  statusBefore: 'Status before',
  statusNow: 'Status now',
  works: 'Works on site',
  worksNone: 'Nothing was written down in this period.',
  kind: 'Kind',
  from: 'From',
  until: 'Until',
  description: 'Description',
  elevation: 'Elevation, m',
  wholeProject: 'whole project',
  inspections: 'Inspections',
  inspectionsNone: 'No round was finished in this period, and none was missed.',
  plan: 'Plan',
  where: 'Where',
  finished: 'Finished',
  finishedBy: 'By',
  faults: 'Faults',
  outOfLimits: 'Out of limits',
  missed: 'Missed',
  defects: 'Defects that changed',
  defect: 'Defect',
  severity: 'Severity',
  photos: 'Photos',
  photosNone: 'No photo was taken in this period.',
  weather: 'Weather',
  weatherNone: 'No rain and no temperature was measured in this period.',
  day: 'Day',
  rain: 'Rain, mm',
  coldest: 'Lowest, °C',
  warmest: 'Highest, °C',
  temperature: 'Temperature, °C',
  readings: 'Readings',
  readingsNone: 'Nothing was read in this period.',
  calibration: 'How values are made of what devices send',
  channel: 'Channel',
  formula: 'Formula',
  parameters: 'Parameters',
  initial: 'Initial value',
  since: 'Since',
  manual: 'entered by hand',
  comma: ', ',
  more: (shown, total) => `Only the first ${shown} of ${total} are here.`,
  compared: (first, last) => `The period before is ${first} – ${last}. Both are whole days of the same zone.`,
  phrases: {
    normal: '{{level.count}} points stayed below every limit.',
    blue: '{{level.count}} points reached the blue level: {{level.points}}. They are to be watched.',
    yellow: '{{level.count}} points reached the yellow level: {{level.points}}. They are to be measured more often.',
    orange: '{{level.count}} points reached the orange level: {{level.points}}. The causes are to be examined.',
    red: '{{level.count}} points reached the red level: {{level.points}}. Measures are to be taken at once.',
    unknown: 'Of {{level.count}} points nothing can be concluded: they are stale, have no limits or no good value.',
  },
  workKinds: {
    excavation: 'Excavation',
    construction: 'Construction',
    load: 'Load',
    storm: 'Storm',
    earthquake: 'Earthquake',
    blast: 'Blast',
    maintenance: 'Maintenance',
    other: 'Other',
  },
  severities: { minor: 'Minor', serious: 'Serious', critical: 'Critical' },
  defectStates: { open: 'Open', watching: 'Watched', repaired: 'Repaired', closed: 'Closed' },
};

const words: Readonly<Record<Language, BlockWords>> = {
  en: english,
  'zh-CN': simplifiedBlocks,
  'zh-TW': traditionalBlocks,
};
export const blockWordsOf = (language: Language): BlockWords => words[language];
