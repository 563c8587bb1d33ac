/**
 * What alerts cost the intake: 10,000 points without any rule, with a limit each, with a condition over two of them each,
 * and with a condition each that no reading leaves alone (a rate). They take turns on one server, each beside the one without
 * rules, so that their ratios hold on a busy machine too. All readings are of now, as those of devices are.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ConditionRules, type ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import type pg from 'pg';
import type { Fleet } from '../server/test/crash/fleet.ts';
import type { ServerProcess } from '../server/test/crash/server-process.ts';
import { type Settings, withServer } from './ingest.ts';
import { crossedLevels, piezometersOf, samples, startLoad } from './load.ts';
import { cpuSeconds } from './machine.ts';
import { type Figure, figure } from './numbers.ts';

const devices = 200;
const channels = 50;
const points = devices * channels;
/** What is asked for: alerts take less than this of what the intake does without them. */
const dearestPercent = 15;
const longestWaitMs = 300_000;

type TermInput = Pick<ConditionTerm, 'pointId' | 'field' | 'kind' | 'high'> & Partial<ConditionTerm>;
interface Kind {
  readonly name: string;
  readonly hasLimits: boolean;
  /** The terms of the condition of a point and its neighbour. */
  readonly terms: ((pointId: number, neighbourId: number) => TermInput[]) | null;
  readonly under: number | null;
}

const [crossed] = crossedLevels();
const level = (pointId: number): TermInput => ({ pointId, field: 'level', kind: 'value', high: crossed });
const rate = (pointId: number): TermInput => ({
  pointId,
  field: 'level',
  kind: 'rate',
  high: 1e9,
  spanSeconds: 3600,
  maxAgeSeconds: 600,
});
const kinds: readonly Kind[] = [
  { name: 'no rules', hasLimits: false, terms: null, under: null },
  { name: 'limits', hasLimits: true, terms: null, under: dearestPercent },
  { name: 'conditions', hasLimits: false, terms: (own, other) => [level(own), level(other)], under: dearestPercent },
  { name: 'rates', hasLimits: false, terms: (own) => [rate(own)], under: dearestPercent },
];

interface Round {
  readonly perSecond: number;
  /** CPU of server and database for a thousand readings, with what was left to be evaluated afterwards. */
  readonly cpuMsPerThousand: number;
  /** Until every condition had been evaluated. */
  readonly settledSeconds: number;
}
interface Contestant {
  readonly kind: Kind;
  readonly load: Awaited<ReturnType<typeof startLoad>>;
  readonly rounds: Round[];
  acked: number;
}

export function alertsCost({ runs, seconds }: Settings): Promise<Figure[]> {
  const profile = process.env['BENCH_PROFILE'];
  return withServer(
    async (server, home, client) => {
      const contestants: Contestant[] = [];
      for (const kind of kinds) {
        const fleet = await piezometersOf(client, { ...kind, name: kind.name.replace(' ', '-'), devices, channels });
        if (kind.terms) await addConditions(client, fleet, kind.terms);
        const job = { port: home.mqttPort, devices: fleet.devices, samples: samples(channels), records: 1, window: 1 };
        const load = await startLoad({ ...job, perSecond: null, measuredNow: true });
        contestants.push({ kind, load, rounds: [], acked: 0 });
      }
      try {
        const [plain, ...ruled] = contestants;
        if (!plain) return [];
        const round = async (each: Contestant): Promise<void> => {
          each.rounds.push(await measure(each, server, client, seconds));
        };
        // Between two of the others always the one without rules: what it is compared with was measured beside it.
        await round(plain);
        for (let run = 0; run < runs; run++)
          for (const contestant of ruled) {
            await round(contestant);
            await round(plain);
          }
        return figuresOf(plain, ruled);
      } finally {
        for (const { load } of contestants) load.stop();
      }
    },
    profile ? { nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${profile}`] } : {},
  );
}

/** A condition for each point, straight into the database: they are of one project, which people may not give so many. */
async function addConditions(client: pg.Client, fleet: Fleet, termsOf: NonNullable<Kind['terms']>): Promise<void> {
  const ids = fleet.devices.flatMap((device) => device.points.map(({ id }) => id));
  const { rows } = await client.query<{ id: number }>('SELECT id FROM structure WHERE project_id = $1', [
    fleet.projectId,
  ]);
  const structureId = rows[0]?.id ?? 0;
  const rules = ids.map((id, i) =>
    ConditionRules.parse({
      name: `Condition ${i + 1}`,
      structureId,
      level: 3,
      groups: [{ combine: 'all', terms: termsOf(id, ids[(i + 1) % ids.length] ?? id) }],
    }),
  );
  await client.query(
    `WITH made AS (
       INSERT INTO condition (project_id, structure_id, rules, enabled, level, since_at, updated_at, updated_by)
       SELECT $1, $2, rules, true, 3, now(), now(), 'bench' FROM jsonb_array_elements($3::jsonb) AS t(rules) RETURNING id, rules),
     named AS (
       INSERT INTO condition_point (condition_id, point_id)
       SELECT DISTINCT id, (term->>'pointId')::int FROM made, jsonb_array_elements(rules->'groups'->0->'terms') AS t(term))
     INSERT INTO condition_state (condition_id, due_at) SELECT id, now() FROM made`,
    [fleet.projectId, structureId, JSON.stringify(rules)],
  );
}

async function measure(each: Contestant, server: ServerProcess, client: pg.Client, seconds: number): Promise<Round> {
  const cpu = () => cpuSeconds(server.pid) + server.databasePids().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = cpu();
  const { messages, acked, ...result } = await each.load.measure({ warmUpMs: 2_000, measureMs: seconds * 1000 });
  const readings = (acked - each.acked) * channels;
  each.acked = acked;
  const settledSeconds = await settle(client);
  return {
    perSecond: (messages * channels) / result.seconds,
    cpuMsPerThousand: ((cpu() - before) * 1e6) / readings,
    settledSeconds,
  };
}

/** Waits until nothing is left to be evaluated, so that no contestant works while another is measured. */
async function settle(client: pg.Client): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query(`SELECT FROM work WHERE lane IN ('condition', 'alert', 'event') LIMIT 1`);
    const waited = performance.now() - startedAt;
    if (rows.length === 0) return waited / 1000;
    if (waited > longestWaitMs) throw new Error('conditions were not evaluated within five minutes');
    await wait(100);
  }
}

function figuresOf(plain: Contestant, ruled: readonly Contestant[]): Figure[] {
  const figuresFor = ({ kind, rounds }: Contestant, place: number): Figure[] => {
    const of = (name: string, unit: string, pick: (round: Round) => number) => figure(name, unit, rounds.map(pick));
    /** By how much a measure differs from the mean of the two rounds without rules around it, in percent. */
    const against = (pick: (round: Round) => number): number[] =>
      rounds.map((round, run) => {
        const before = run * ruled.length + place;
        const [one, other] = [plain.rounds[before], plain.rounds[before + 1]].map((each) =>
          each ? pick(each) : Number.NaN,
        );
        return ((2 * pick(round)) / ((one ?? Number.NaN) + (other ?? Number.NaN)) - 1) * 100;
      });
    const lost = against(({ perSecond }) => perSecond).map((share) => -share);
    return [
      of(`readings of ${points.toLocaleString('en-US')} points, ${kind.name}`, '/s', ({ perSecond }) => perSecond),
      ...(kind.under === null ? [] : [figure('  less than without rules by', '%', lost, { under: kind.under })]),
      of('  CPU of server and database', 'ms/1000', ({ cpuMsPerThousand }) => cpuMsPerThousand),
      ...(kind.under === null
        ? []
        : [
            figure(
              '  more than without rules by',
              '%',
              against(({ cpuMsPerThousand }) => cpuMsPerThousand),
            ),
          ]),
      ...(kind.terms ? [of('  until all were evaluated', 's', ({ settledSeconds }) => settledSeconds)] : []),
    ];
  };
  return [...figuresFor(plain, 0), ...ruled.flatMap(figuresFor)];
}
