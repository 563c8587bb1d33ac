/** Alert rules of the demonstration: who hears of what in each project. Nothing leaves: it has no notification channel. */
import { duty } from '@plumbline/contract/alerts/duty';
import { alertRules } from '@plumbline/contract/alerts/rules';
import type { InputOf } from '@plumbline/contract/kernel/route';
import type { Furnishing, Step } from './demo.client.ts';

type RuleInput = Omit<InputOf<typeof alertRules.create.input>, 'projectId' | 'rosterIds' | 'steps'>;
interface Rule extends RuleInput {
  readonly project: string;
  /** Whoever is on duty hears of it too. */
  readonly roster?: string;
  /** Whom it goes on to while nobody acknowledges it; without an address those on duty once more. */
  readonly goesOn?: readonly { readonly afterMinutes: number; readonly email?: string }[];
}

const dam = 'Hengtang Earth Dam';
const rules: readonly Rule[] = [
  {
    project: dam,
    name: 'Dam safety group',
    level: 3,
    emails: ['dam-safety@example.com'],
    roster: 'Dam duty',
    goesOn: [{ afterMinutes: 10 }, { afterMinutes: 30, email: 'dam-manager@example.com' }],
  },
  { project: dam, name: 'Night duty', level: 4, emails: ['duty@example.com'], fromTime: '20:00', toTime: '08:00' },
  {
    project: 'Luojia Bay Foundation Pit',
    name: 'Pit safety group',
    level: 3,
    emails: ['pit-safety@example.com'],
    roster: 'Pit duty',
    goesOn: [{ afterMinutes: 15, email: 'pit-manager@example.com' }],
  },
  {
    project: 'Luojia Bay Foundation Pit',
    name: 'Foremen, while work goes on',
    level: 2,
    emails: ['foremen@example.com'],
    days: [1, 2, 3, 4, 5, 6],
    fromTime: '07:00',
    toTime: '19:00',
  },
  {
    project: 'Qinghe River Bridge',
    name: 'Bridge maintenance',
    level: 2,
    emails: ['bridge@example.com'],
    roster: 'Bridge duty',
    goesOn: [{ afterMinutes: 30, email: 'road-authority@example.com' }],
  },
  {
    project: 'Metro Line 7, Guanshan-Luyin',
    name: 'Control centre of the line',
    level: 3,
    emails: ['control-centre@example.com'],
    roster: 'Tunnel duty',
    goesOn: [{ afterMinutes: 10, email: 'line-manager@example.com' }],
  },
  { project: 'Baisha Landslide', name: 'Village committee', level: 4, emails: ['village@example.com'] },
  {
    project: 'Baisha Landslide',
    name: 'Geologists',
    level: 2,
    emails: ['geology@example.com'],
    roster: 'Slope duty',
    goesOn: [{ afterMinutes: 60, email: 'county-office@example.com' }],
  },
  { project: 'Wanshou City Wall', name: 'Heritage office', level: 3, emails: ['heritage@example.com'] },
];

async function rulesOfProjects({ client, projects }: Furnishing) {
  for (const { project, roster, goesOn = [], ...rule } of rules) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { alertRules: there } = await client.call(alertRules.list, { projectId });
    if (there.some(({ name }) => name === rule.name)) continue;
    const { dutyRosters } = await client.call(duty.list, { projectId });
    const rosterIds = dutyRosters.filter(({ name }) => name === roster).map(({ id }) => id);
    const steps = goesOn.map(({ afterMinutes, email }) =>
      email === undefined ? { afterMinutes, rosterIds } : { afterMinutes, emails: [email] },
    );
    await client.call(alertRules.create, { projectId, language: 'en', ...rule, rosterIds, steps });
  }
  await silentLoggers({ client, projects });
}

/** One rule for every project: whoever looks after the loggers hears of each that owes readings. */
async function silentLoggers({ client, projects }: Pick<Furnishing, 'client' | 'projects'>) {
  const projectId = projects.get(dam);
  if (projectId === undefined) return;
  const name = 'Loggers that fall silent';
  const { alertRules: there } = await client.call(alertRules.list, { projectId });
  if (there.some((each) => each.name === name)) return;
  await client.call(alertRules.create, {
    projectId,
    name,
    type: 'DeviceHealth',
    language: 'en',
    members: false,
    emails: ['instruments@example.com'],
    projectIds: [...projects.values()].filter((id) => id !== projectId),
  });
}

export const ruleSteps: readonly Step[] = [['alert rules', rulesOfProjects]];
