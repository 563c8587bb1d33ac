/**
 * Test files with a long form: random cases by the thousand, a kill after every statement. `npm test` runs them short,
 * `npm run test:long` long; `.ci/run` runs long those whose subject has changed since the last long run, which
 * docs/long-run.md names. A setting in the environment comes before both: `CRASH_ROUNDS=100 npm test -- crash`.
 */
type Settings = Readonly<Record<string, string>>;

interface LongForm {
  readonly file: string;
  readonly settings: Settings;
  /** Beginnings of paths: a change there asks for the long form. Without one it is left to the long run. */
  readonly subject: readonly string[];
}

const intake = ['server/src/pipeline/', 'server/src/kernel/transact', 'server/src/kernel/db', 'server/migrations/'];
const judging = ['science/src/limits/', 'server/src/pipeline/'];
const work = ['server/src/kernel/work', 'server/src/kernel/tasks', 'server/src/kernel/events'];

export const longForms: readonly LongForm[] = [
  {
    file: 'server/src/pipeline/recompute.faults.test.ts',
    settings: { FAULT_STRIDE: '1' },
    subject: ['server/src/pipeline/', 'server/src/features/readings/history/', 'server/test/faults.ts', ...work],
  },
  {
    file: 'server/src/pipeline/late.order.test.ts',
    settings: { LATE_CASES: '1000' },
    subject: judging,
  },
  {
    file: 'server/src/features/alerts/conditions/conditions.order.test.ts',
    settings: { ORDER_READINGS: '100000' },
    subject: ['server/src/features/alerts/conditions/', ...judging],
  },
  {
    file: 'server/test/crash.test.ts',
    settings: { CRASH_ROUNDS: '5' },
    subject: ['server/src/features/telemetry/gateway/', ...intake, ...work],
  },
  {
    file: 'server/test/crash-messages.test.ts',
    settings: { MESSAGE_CRASHES: '20' },
    subject: ['server/src/features/messages/', ...work],
  },
  {
    file: 'server/test/crash-feeds.test.ts',
    settings: { FEED_CRASHES: '5' },
    subject: ['server/src/features/telemetry/feeds/', 'server/src/features/telemetry/feed-inbox/', ...intake, ...work],
  },
  {
    file: 'server/test/crash-push.test.ts',
    settings: { PUSH_CRASHES: '10' },
    subject: ['server/src/features/reports/push-', 'server/src/pipeline/pushed', ...work],
  },
  {
    file: 'server/test/first-start.test.ts',
    settings: { FAULT_STRIDE: '1' },
    subject: ['server/src/main.ts', 'server/src/installation', 'server/src/kernel/postgres', 'tools/prepare.mjs'],
  },
  {
    file: 'server/test/every-body.test.ts',
    settings: { BODY_STRIDE: '3' },
    subject: ['server/src/kernel/unread', 'server/src/kernel/serve', 'server/src/kernel/input', 'server/src/app.ts'],
  },
  // 22 minutes on two cores.
  { file: 'server/test/routes.fuzz.test.ts', settings: { FUZZ: '100000' }, subject: [] },
  {
    file: 'server/src/features/reports/exports/exports.roundtrip.test.ts',
    settings: { PROPERTY_RUNS: '6' },
    subject: ['server/src/features/reports/exports/', 'server/src/features/readings/imports/', 'science/src/files/'],
  },
  {
    file: 'server/src/features/telemetry/ftp/logic/ftp.fuzz.test.ts',
    settings: { FUZZ_FRAMES: '50000' },
    subject: ['server/src/features/telemetry/ftp/'],
  },
  {
    file: 'server/src/features/telemetry/feeds/logic/sparkplug.fuzz.test.ts',
    settings: { FUZZ_FRAMES: '50000' },
    subject: ['server/src/features/telemetry/feeds/'],
  },
  {
    file: 'science/test/formats.fuzz.test.ts',
    settings: { FUZZ_FRAMES: '50000' },
    subject: ['science/src/formats/', 'science/src/modbus/'],
  },
  {
    file: 'science/test/try-frames.test.ts',
    settings: { FUZZ_FRAMES: '50000' },
    subject: ['science/src/modbus/'],
  },
  {
    file: 'science/test/modbus.test.ts',
    settings: { PROPERTY_RUNS: '1000000' },
    subject: ['science/src/modbus/'],
  },
  {
    file: 'science/test/condition.test.ts',
    settings: { PROPERTY_RUNS: '600' },
    subject: ['science/src/limits/'],
  },
];

/** Returns the settings of each file that runs long. `changed`: paths; `unknown` = any may have; `all` = the long run itself. */
export const longSettings = (changed: readonly string[] | 'unknown' | 'all'): ReadonlyMap<string, Settings> =>
  new Map(
    longForms
      .filter(({ file, subject }) => {
        if (changed === 'all') return true;
        if (changed === 'unknown') return subject.length > 0;
        return changed.some((path) => path === file || subject.some((beginning) => path.startsWith(beginning)));
      })
      .map(({ file, settings }) => [file, settings]),
  );
