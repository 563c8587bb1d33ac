/** Duty rosters of people who can act: of the dam with days and nights, a gap that one sees and a substitute; elsewhere of people who take turns. */

import { duty } from '@plumbline/contract/alerts/duty';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Furnishing, Step } from './demo.client.ts';

const [workdays, weekend] = [
  [1, 2, 3, 4, 5],
  [6, 7],
];

/** People who take turns of a week, handed over on Mondays at nine. */
const inTurn = (personIds: readonly number[]) => ({
  personIds: [...new Set(personIds)],
  everyDays: 7,
  startDate: '2026-01-05',
  handoverTime: '09:00',
});

async function dutyOfDam({ client, projects }: Furnishing) {
  const projectId = projects.get('Hengtang Earth Dam');
  if (projectId === undefined) return;
  const name = 'Dam duty';
  const { dutyRosters } = await client.call(duty.list, { projectId });
  const { people } = await client.call(duty.people, { projectId });
  // Accounts of an earlier start may have no address: they come last.
  const able = people
    .filter(({ canAcknowledge }) => canAcknowledge)
    .sort((a, b) => Number(b.email || b.sms) - Number(a.email || a.sms));
  const [first, second, third = second] = able.map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined) return;
  const shifts = [
    { personId: first, days: workdays, fromTime: '08:00', toTime: '20:00' },
    { personId: second, days: [...workdays, 7], fromTime: '20:00', toTime: '08:00' },
    { personId: third, days: weekend, fromTime: '08:00', toTime: '20:00' },
    { personId: third, days: [6], fromTime: '20:00', toTime: '02:00' },
    { personId: second, days: [7], fromTime: '06:00', toTime: '08:00' },
  ];
  const there = dutyRosters.find((each) => each.name === name);
  const rosterId = there?.id ?? (await client.call(duty.create, { projectId, name, shifts })).dutyRoster.id;
  if (there === undefined) {
    const tomorrow = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
    const times = {
      startAt: new Date(tomorrow).toISOString(),
      endAt: new Date(tomorrow + 2 * dayMs).toISOString(),
    };
    await client.call(duty.substitute, {
      projectId,
      rosterId,
      ...times,
      absentId: second,
      substituteId: third,
      note: 'Training',
    });
  }
  const weekly = 'Dam managers';
  if (!dutyRosters.some((each) => each.name === weekly))
    await client.call(duty.create, { projectId, name: weekly, rotations: [inTurn([first, second, third])] });
}

const others = [
  { project: 'Luojia Bay Foundation Pit', name: 'Pit duty' },
  { project: 'Qinghe River Bridge', name: 'Bridge duty' },
  { project: 'Metro Line 7, Guanshan-Luyin', name: 'Tunnel duty' },
  { project: 'Baisha Landslide', name: 'Slope duty' },
] as const;

/** In the other projects those who can act take turns; the wall has nobody on duty, as one sees on the page of all. */
async function dutyOfOthers({ client, projects }: Furnishing) {
  for (const { project, name } of others) {
    const projectId = projects.get(project);
    if (projectId === undefined) continue;
    const { dutyRosters } = await client.call(duty.list, { projectId });
    if (dutyRosters.some((each) => each.name === name)) continue;
    const { people } = await client.call(duty.people, { projectId });
    const able = people.filter(({ canAcknowledge, email, sms }) => canAcknowledge && (email || sms));
    if (able.length > 0)
      await client.call(duty.create, { projectId, name, rotations: [inTurn(able.map(({ id }) => id))] });
  }
}

export const dutySteps: readonly Step[] = [
  ['duty', dutyOfDam],
  ['duty of others', dutyOfOthers],
];
