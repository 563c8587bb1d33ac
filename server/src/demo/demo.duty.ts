/** A duty roster of the dam: days and nights, a gap that one sees, a substitute; and a rule that goes on to it. */

import { duty } from '@plumbline/contract/alerts/duty';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Furnishing, Step } from './demo.client.ts';

const [workdays, weekend] = [
  [1, 2, 3, 4, 5],
  [6, 7],
];

async function dutyOfDam({ client, projects }: Furnishing) {
  const projectId = projects.get('Hengtang Earth Dam');
  if (projectId === undefined) return;
  const name = 'Dam duty';
  const { dutyRosters } = await client.call(duty.list, { projectId });
  const { people } = await client.call(duty.people, { projectId });
  const [first, second, third = second] = people.map(({ id }) => id);
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
  const { alertRules: rules } = await client.call(alertRules.list, { projectId });
  const rule = rules.find((each) => each.name === 'Dam safety group');
  if (rule && rule.steps.length === 0)
    await client.call(alertRules.update, {
      projectId,
      alertRuleId: rule.id,
      rosterIds: [rosterId],
      steps: [
        { afterMinutes: 10, rosterIds: [rosterId] },
        { afterMinutes: 30, emails: ['dam-manager@example.com'] },
      ],
    });
}

export const dutySteps: readonly Step[] = [['duty', dutyOfDam]];
