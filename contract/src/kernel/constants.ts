/** Business constants and limits of specification 9, in one place. Each name says its unit. */
export const limits = {
  requestTimeoutMs: 30_000,
  sessionTimeoutSeconds: 7_200,
  sessionCheckMs: 60_000,
  notificationRefreshMs: 5_000,
  notificationConnectMs: 5_000,
  popoverWidthPx: 320,
  weakPasswordWarningMs: 10_000,
  errorToastMs: 5_000,
  tileProbeMs: 1_500,
  commandStateCacheMs: 1_800_000,
  socketReconnectTries: 12,
  socketReconnectDelayMs: 10_000,
  socketReconnectDelayMaxMs: 30_000,
  timerPoints: 10,
  segmentMinMm: 500,
  spanDays: 7,
  spanLongDays: 30,
  historyDays: 366,
  /** What is drawn and listed at once: any span that an installation has lived through. */
  viewDays: 30 * 366,
  latestPreview: 10,
  exportMaxRows: 65_535,
  deviceImportBytes: 3 * 1024 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  vibrationTotalHz: 64,
  sidebarMinPx: 200,
  collectIntervalMinSeconds: 60,
  professionalClicks: 5,
  professionalWindowMs: 2_000,
  scrollBoard: { rows: 5, waitMs: 2_000, headingPx: 35 },
  chartPng: { widthPx: 800, heightPx: 300 },
} as const;

/** Numbers: three decimals; under 0.001 or over 10000 in exponent form with four. */
export const numberFormat = { precision: 3, exponentBelow: 0.001, exponentAbove: 10_000, exponentDigits: 4 } as const;

/** Level 0 to 4: normal, blue, yellow, orange, red. */
export const levelNames = ['normal', 'blue', 'yellow', 'orange', 'red'] as const;
export const levelColours = ['#29B359', '#17A7F2', '#EDC733', '#ED8533', '#ED4C33'] as const;

export const themes = ['default', 'white', 'wuhaiWhite', 'measureyun', 'measureyunWhite'] as const;
export type Theme = (typeof themes)[number];
export const languages = ['zh-CN', 'zh-TW', 'en'] as const;
export type Language = (typeof languages)[number];

/** Time presets: spans back from now, and calendar units of the project's own zone. */
export const pastPresets = [
  { name: 'past10Minutes', seconds: 600 },
  { name: 'past1Hour', seconds: 3_600 },
  { name: 'past1Day', seconds: 86_400 },
  { name: 'past7Days', seconds: 7 * 86_400 },
  { name: 'past30Days', seconds: 30 * 86_400 },
  { name: 'pastHalfYear', seconds: 183 * 86_400 },
  { name: 'past1Year', seconds: 365 * 86_400 },
] as const;
/** Longer than the buttons of a toolbar go. */
export const longPresets = [
  { name: 'past3Years', seconds: 3 * 365 * 86_400 + 86_400 },
  { name: 'past10Years', seconds: 10 * 365 * 86_400 + 3 * 86_400 },
] as const;
export const calendarPresets = ['thisHour', 'thisDay', 'thisWeek', 'thisMonth', 'thisYear'] as const;

/** Refresh intervals that a screen may choose: spans in seconds, minutes, hours and days, and the reader's calendar. */
export const refreshIntervals = [
  ...(['1s', '5s', '10s', '30s', '1m', '2m', '5m', '10m', '15m', '30m'] as const),
  ...(['1h', '2h', '4h', '6h', '8h', '12h', '24h', '1d', '2d', '5d', '7d', '10d', '20d', '30d'] as const),
  ...(['daily', 'weekly', 'monthly'] as const),
] as const;
export type RefreshInterval = (typeof refreshIntervals)[number];

/** Limits of what the gateway takes and keeps. Ours, not the specification's. */
export const gatewayLimits = {
  /** A reading may be this far ahead of our clock before it is refused. */
  futureToleranceSeconds: 300,
  /** Oldest reading time taken: instruments did not log before it, and a zero clock says 1970. */
  oldestAt: Date.UTC(1990, 0, 1),
  recordsPerMessage: 10_000,
  channelsPerRecord: 512,
  messageBytes: 1024 * 1024,
  nodesPerPoint: 150,
} as const;
