/** Response plans of the demonstration, which its alerts copy when they are raised; and an alert that people are handling. */

import { alerts } from '@plumbline/contract/alerts/alerts';
import { alertCauses } from '@plumbline/contract/alerts/causes';
import type { Db } from '../kernel/context.ts';
import type { Furnishing, Step } from './demo.client.ts';

const dam = 'Hengtang Earth Dam';
const tunnel = 'Metro Line 7, Guanshan-Luyin';
const bridge = 'Qinghe River Bridge';
const slope = 'Baisha Landslide';
const plans: readonly { project: string; level: number; text: string; steps: readonly string[] }[] = [
  {
    project: dam,
    level: 1,
    text: 'Attention: check the instrument and the reservoir level.',
    steps: ['Compare with the points beside it', 'Read the weirs', 'Note the reservoir level'],
  },
  {
    project: dam,
    level: 2,
    text: 'Warning: seepage is higher than expected. Review within 24 hours.',
    steps: [
      'Read the piezometer again by hand',
      'Walk along the toe: cloudy water, wet patches, boils',
      'Read the weirs every six hours',
      'Tell the dam manager',
      'Review the trend with the designer',
    ],
  },
  {
    project: dam,
    level: 3,
    text: 'Seepage threatens the slope. The dam manager decides on a drawdown.',
    steps: ['Call the dam manager', 'Read all piezometers every hour', 'Close the crest road', 'Prepare the drawdown'],
  },
  {
    project: dam,
    level: 4,
    text: 'Danger to the dam. Draw the reservoir down and warn downstream.',
    steps: ['Begin the drawdown', 'Warn the villages downstream', 'Call the county emergency office'],
  },
  {
    project: tunnel,
    level: 3,
    text: 'The ring closes faster than its neighbours. Speed limit until it is read again.',
    steps: ['Read again with the tape', 'Inspect bolts and joints of the ring', 'Set a speed limit'],
  },
  {
    project: tunnel,
    level: 4,
    text: 'Stop the trains over the section.',
    steps: ['Call the control centre', 'Inspect the lining on foot', 'Call the designer'],
  },
  {
    project: 'Luojia Bay Foundation Pit',
    level: 3,
    text: 'Slow down the excavation and read the struts beside the panel.',
    steps: ['Read the struts beside it', 'Walk along the wall', 'Call the designer'],
  },
  {
    project: 'Luojia Bay Foundation Pit',
    level: 4,
    text: 'Stop excavation at the panel. Nobody below the third strut.',
    steps: [
      'Stop the excavators',
      'Clear the pit below the third strut',
      'Call the designer',
      'Install the spare strut',
    ],
  },
  {
    project: bridge,
    level: 3,
    text: 'Close the bridge to lorries until the deck has been looked at.',
    steps: ['Close the bridge to lorries', 'Look at bearings and joints', 'Compare with wind and temperature'],
  },
  {
    project: bridge,
    level: 4,
    text: 'Close the bridge.',
    steps: ['Close both approaches', 'Call the road authority', 'Look at pylon, cables and sockets from below'],
  },
  {
    project: slope,
    level: 3,
    text: 'The slope moves faster. Read it every hour and walk the head scarp.',
    steps: ['Walk the head scarp', 'Read the crack by hand', 'Inform the village committee'],
  },
  {
    project: slope,
    level: 4,
    text: 'Clear the houses below the county road.',
    steps: ['Sound the siren', 'Close the county road', 'Count the people at the school'],
  },
  {
    project: 'Wanshou City Wall',
    level: 3,
    text: 'Close the passage of the gate until a mason has looked at it.',
    steps: ['Close the passage', 'Look at plaster marks and bricks', 'Call the heritage office'],
  },
];

/** Before the alerts of the past are raised: each gets the copy that it would have. */
export async function layPlans(db: Db, now: Date): Promise<void> {
  for (const { project, level, text, steps } of plans) {
    const found = await db.selectFrom('project').select('id').where('name', '=', project).executeTakeFirst();
    if (!found) continue;
    await db
      .insertInto('response_plan')
      .values({
        project_id: found.id,
        scope: 'project',
        level,
        structure_id: null,
        point_id: null,
        condition_id: null,
        text,
        steps: JSON.stringify(steps),
        by_name: 'Lin Wei',
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const causes = ['Excavation', 'Heavy rain', 'Instrument fault', 'Maintenance work', 'Reservoir level', 'Traffic'];

/** The list of causes, and one alert of the dam with somebody at it, a measure, and steps that are done. */
async function handle({ client, projects }: Furnishing) {
  const projectId = projects.get(dam);
  if (projectId === undefined) return;
  const { corporationId } = client;
  const { causes: there } = await client.call(alertCauses.list, { corporationId });
  for (const name of causes)
    if (!there.some((each) => each.name === name)) await client.call(alertCauses.create, { corporationId, name });
  const { causes: known } = await client.call(alertCauses.list, { corporationId });
  const { alerts: open } = await client.call(alerts.ofProject, { projectId, status: 'Open' });
  const alert = open.find(({ level, pointName }) => level === 2 && pointName === 'PZ-240-2');
  if (!alert || alert.assigneeId !== null) return;
  const { people } = await client.call(alerts.assignees, { projectId });
  // Not the reader of the demonstration: it is to be seen that somebody else is at it.
  const assignee = people.find(({ name }) => name !== 'Lin Wei') ?? people[0];
  const alertId = alert.id;
  const causeId = known.find(({ name }) => name === 'Reservoir level')?.id ?? null;
  await client.call(alerts.setCause, { alertId, causeId });
  if (alert.steps && alert.steps.total > 1)
    for (const step of [0, 2]) await client.call(alerts.setStep, { alertId, step, isDone: true });
  const doneAt = new Date(Date.parse(alert.raisedAt) + 3 * 3_600_000).toISOString();
  const text = 'Weirs read every six hours from now on; the water runs clear.';
  await client.call(alerts.addMeasure, { alertId, text, doneAt });
  if (assignee) await client.call(alerts.assign, { alertId, assigneeId: assignee.id });
}

export const handlingSteps: readonly Step[] = [['handling', handle]];
