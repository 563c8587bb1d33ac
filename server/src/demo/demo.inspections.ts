/** Furnishes inspections: what is asked on site, a round that was made and found something, one that is under way, one to come. */

import { dayMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { inspections } from '@plumbline/contract/points/inspections';
import { structures } from '@plumbline/contract/site/structures';
import { type Client, type Furnishing, fileOf, type Step } from './demo.client.ts';

type Questions = InputOf<typeof inspections.createTemplate.input>['questions'];
type Answers = InputOf<typeof inspections.answer.input>['answers'];
type Timing = Pick<InputOf<typeof inspections.createPlan.input>, 'unit' | 'every' | 'at' | 'graceHours'>;

interface Inspected {
  readonly project: string;
  readonly structure: string;
  readonly template: string;
  readonly questions: Questions;
  readonly plan: string;
  readonly timing: Timing;
  /** The day of its first round, counted from the day on which the demonstration is made. */
  readonly startsInDays: number;
  /** What was answered in the round that is due; none = nobody has begun it. */
  readonly answers?: Answers;
  /** The round was finished, with this. */
  readonly finished?: {
    readonly photo?: { readonly key: string; readonly file: string };
    readonly defect?: Pick<
      InputOf<typeof inspections.raiseDefect.input>,
      'questionKey' | 'title' | 'severity' | 'note'
    >;
  };
}

const signature = [0.1, 0.7, 0.18, 0.3, 0.24, 0.72, 0.31, 0.35, 0.4, 0.68, 0.52, 0.4, 0.6, 0.66, 0.78, 0.5, 0.9, 0.58];
const sound = (label: string, fault: string) => [{ label }, { label: fault, isFault: true }];

const all: readonly Inspected[] = [
  {
    project: 'Hengtang Earth Dam',
    structure: 'Main dam',
    template: 'Dam walk',
    questions: [
      {
        key: 'crest',
        kind: 'choice',
        label: 'Crest and crest road',
        options: sound('No cracks', 'New or wider cracks'),
      },
      { key: 'photo', kind: 'photo', label: 'Photo of what was found', isRequired: false },
      { key: 'slope', kind: 'choice', label: 'Downstream slope', options: sound('Dry', 'Wet patch or slide') },
      { key: 'water', kind: 'choice', label: 'Seepage water', options: sound('Clear', 'Cloudy') },
      { key: 'weir', kind: 'number', label: 'Seepage at the weir', unit: 'L/s', min: 0, max: 6 },
      { key: 'remarks', kind: 'text', label: 'Remarks', isRequired: false },
      { key: 'signature', kind: 'signature', label: 'Signature' },
    ],
    plan: 'Weekly dam walk',
    timing: { unit: 'week', every: 1, at: '08:00', graceHours: 72 },
    startsInDays: -1,
    answers: {
      crest: { value: 'New or wider cracks', note: 'At 0+240, 4 m long, up to 3 mm wide' },
      slope: { value: 'Dry' },
      water: { value: 'Clear' },
      weir: { value: 2.4 },
      remarks: { value: 'Grass cut along the toe drain.' },
      signature: { strokes: [signature] },
    },
    finished: {
      photo: { key: 'photo', file: 'crack-1.png' },
      defect: {
        questionKey: 'crest',
        title: 'Crack in the crest road at 0+240',
        severity: 'serious',
        note: 'Seal it before the next rain; measure its width at every walk',
      },
    },
  },
  {
    project: 'Qinghe River Bridge',
    structure: 'Main span deck',
    template: 'Bridge look',
    questions: [
      {
        key: 'joints',
        kind: 'choice',
        label: 'Expansion joints',
        options: sound('Closed and quiet', 'Open or rattling'),
      },
      { key: 'bearings', kind: 'choice', label: 'Bearings', options: sound('In place', 'Displaced') },
      { key: 'wind', kind: 'number', label: 'Wind on the deck', unit: 'm/s', max: 25 },
      { key: 'signature', kind: 'signature', label: 'Signature' },
    ],
    plan: 'Weekly bridge look',
    timing: { unit: 'week', every: 1, at: '00:00', graceHours: 96 },
    startsInDays: 0,
    answers: { joints: { value: 'Closed and quiet' } },
  },
  {
    project: 'Wanshou City Wall',
    structure: 'North gate',
    template: 'Wall look',
    questions: [
      { key: 'cracks', kind: 'choice', label: 'Cracks in the masonry', options: sound('As before', 'New or wider') },
      { key: 'photo', kind: 'photo', label: 'Photo of each crack' },
      { key: 'drains', kind: 'choice', label: 'Drains', options: sound('Free', 'Blocked') },
    ],
    plan: 'Monthly wall look',
    timing: { unit: 'month', every: 1, at: '09:00', graceHours: 72 },
    startsInDays: 5,
  },
  {
    project: 'Luojia Bay Foundation Pit',
    structure: 'East wall',
    template: 'Pit round',
    questions: [
      {
        key: 'wall',
        kind: 'choice',
        label: 'Joints of the wall',
        options: sound('Tight', 'Water or sand comes through'),
      },
      { key: 'struts', kind: 'choice', label: 'Struts and wedges', options: sound('Firm', 'Loose or bent') },
      {
        key: 'edge',
        kind: 'choice',
        label: 'Load at the edge',
        options: sound('Nothing within 2 m', 'Soil or machines within 2 m'),
      },
      { key: 'water', kind: 'number', label: 'Water above the pit floor', unit: 'm', max: 0.3 },
      { key: 'photo', kind: 'photo', label: 'Photo of the wall', isRequired: false },
      { key: 'signature', kind: 'signature', label: 'Signature' },
    ],
    plan: 'Daily pit round',
    timing: { unit: 'day', every: 1, at: '07:00', graceHours: 12 },
    startsInDays: -1,
    answers: {
      wall: { value: 'Tight' },
      struts: { value: 'Firm' },
      edge: { value: 'Soil or machines within 2 m', note: 'Crawler crane at panel E15, sent back at once' },
      water: { value: 0.1 },
      signature: { strokes: [signature] },
    },
    finished: {
      defect: {
        questionKey: 'edge',
        title: 'Crane stood at the edge of panel E15',
        severity: 'minor',
        note: 'Put up a fence 3 m from the wall',
      },
    },
  },
  {
    project: 'Baisha Landslide',
    structure: 'Upper block',
    template: 'Slope walk',
    questions: [
      { key: 'scarp', kind: 'choice', label: 'Cracks at the head scarp', options: sound('Unchanged', 'New or longer') },
      {
        key: 'springs',
        kind: 'choice',
        label: 'Springs at the toe',
        options: sound('As in other months', 'New or muddy'),
      },
      { key: 'anchors', kind: 'choice', label: 'Heads of the anchors', options: sound('Firm', 'Loose or bent') },
      { key: 'houses', kind: 'text', label: 'What the people of the houses say', isRequired: false },
      { key: 'signature', kind: 'signature', label: 'Signature' },
    ],
    plan: 'Slope walk after two weeks',
    timing: { unit: 'week', every: 2, at: '08:30', graceHours: 96 },
    startsInDays: -2,
    answers: {
      scarp: { value: 'Unchanged' },
      springs: { value: 'As in other months' },
      anchors: { value: 'Firm' },
      houses: { value: 'A door of the third house has stuck since the typhoon.' },
      signature: { strokes: [signature] },
    },
    finished: {},
  },
  {
    project: 'Metro Line 7, Guanshan-Luyin',
    structure: 'Left tunnel',
    template: 'Ring look',
    questions: [
      { key: 'bolts', kind: 'choice', label: 'Bolts and joints', options: sound('Firm and dry', 'Loose or wet') },
      { key: 'lining', kind: 'choice', label: 'Segments', options: sound('Whole', 'Cracked or chipped') },
      { key: 'tape', kind: 'number', label: 'Convergence by tape, ring 412', unit: 'mm', min: -20, max: 20 },
      { key: 'signature', kind: 'signature', label: 'Signature' },
    ],
    plan: 'Weekly ring look, in the night stop',
    timing: { unit: 'week', every: 1, at: '00:30', graceHours: 72 },
    startsInDays: 0,
    answers: { bolts: { value: 'Firm and dry' }, lining: { value: 'Whole' } },
  },
];

/** A day by the clocks of the demonstration's projects, all of which stand in China. */
const dayOf = (ms: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(ms);

async function inspected({ client, madeMs, projects }: Furnishing) {
  for (const each of all) {
    const projectId = projects.get(each.project);
    if (projectId === undefined) continue;
    const plan = await planOf(client, projectId, each, dayOf(madeMs + each.startsInDays * dayMs));
    if (each.answers && plan.lastFinishedAt === null) await makeRound(client, projectId, plan.id, each);
  }
}

/** The plan with its template, made where they are missing. */
async function planOf(client: Client, projectId: number, each: Inspected, firstOn: string) {
  const { templates } = await client.call(inspections.templates, { projectId });
  const template =
    templates.find(({ name }) => name === each.template) ??
    (await client.call(inspections.createTemplate, { projectId, name: each.template, questions: each.questions }))
      .template;
  const { plans } = await client.call(inspections.plans, { projectId });
  const known = plans.find(({ name }) => name === each.plan);
  if (known) return known;
  const { structures: there } = await client.call(structures.list, { projectId });
  const structureId = there.find(({ name, isItem }) => name === each.structure && !isItem)?.id ?? null;
  const of = { projectId, name: each.plan, templateId: template.id, structureId, firstOn, ...each.timing };
  return (await client.call(inspections.createPlan, of)).plan;
}

async function makeRound(client: Client, projectId: number, planId: number, { answers = {}, finished }: Inspected) {
  const { round } = await client.call(inspections.start, { projectId, planId });
  const one = { projectId, roundId: round.id };
  await client.call(inspections.answer, { ...one, answers });
  if (!finished) return;
  const { photo, defect } = finished;
  if (photo) await client.send(inspections.addPhoto, { ...one, questionKey: photo.key }, fileOf(photo.file));
  await client.call(inspections.finish, one);
  if (defect) await client.call(inspections.raiseDefect, { ...one, ...defect });
}

export const inspectionSteps: readonly Step[] = [['inspections', inspected]];
