/** Records that an address of the specification may name alone, one of each in a world. */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { type FeedConfig, feedConfigs, usualPull } from '@plumbline/contract/telemetry/feeds.pulls';
import type { TestServer, World } from './harness.ts';

const plainFeed = {
  wrapping: 'plain',
  place: { in: 'topic', level: 1 },
  timeZone: 'UTC',
  host: null,
  port: null,
  tls: false,
  userName: null,
  topics: [],
} as const;

/** A round of a plan that walks by a template of one question. */
async function makeRound(db: TestServer['db'], projectId: number) {
  const at = new Date(0);
  const template = await db
    .insertInto('inspection_template')
    .values({ project_id: projectId, name: 'Own', version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('inspection_template_version')
    .values({
      template_id: template.id,
      version: 1,
      questions: JSON.stringify([{ key: 'crack', kind: 'text', label: 'Cracks' }]),
      by_name: 'Own',
      created_at: at,
    })
    .execute();
  const plan = await db
    .insertInto('inspection_plan')
    .values({
      project_id: projectId,
      name: 'Own',
      template_id: template.id,
      structure_id: null,
      point_id: null,
      location: '',
      unit: 'day',
      every: 1,
      first_on: '2026-01-01',
      at: '06:00',
      grace_hours: 4,
      assignee_ids: [],
      enabled: false,
      counts_from: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const round = await db
    .insertInto('inspection_round')
    .values({
      project_id: projectId,
      plan_id: plan.id,
      template_id: template.id,
      template_version: 1,
      location: '',
      due_at: at,
      revision: 1,
      reason: '',
      answers: '{}',
      started_by: 'Own',
      started_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { roundId: round.id };
}

/** Makes one of each record that an address may name alone. */
export async function makeRows(db: TestServer['db'], { corporationId, projectId, device, pointId }: World) {
  const created = { created_at: new Date(0) };
  const alertRule = await db
    .insertInto('alert_rule')
    .values({
      ...created,
      project_id: projectId,
      name: 'Own',
      type: 'MeasuringAlert',
      level: 1,
      whole_project: true,
      members: true,
      mobiles: [],
      calls: [],
      emails: [],
      steps: JSON.stringify([]),
      flood_cap: null,
      language: 'en',
      days: [1],
      from_time: null,
      to_time: null,
      enabled: true,
      by_name: 'Own',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const chart = await db
    .insertInto('custom_chart')
    .values({
      project_id: projectId,
      name: 'Own',
      series: JSON.stringify([{ pointId, field: 'temperature' }]),
      axes: JSON.stringify({ left: { min: null, max: null }, right: { min: null, max: null } }),
      span_seconds: 3600,
      created_by: 'Own',
      updated_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const template = await db
    .insertInto('report_template')
    .values({
      project_id: projectId,
      name: 'Own',
      shared: false,
      status: 'Pending',
      problems: JSON.stringify([]),
      version: 1,
      by_name: 'Own',
      updated_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const feeds = new Map<FeedConfig, number>();
  for (const config of feedConfigs) {
    const settings = { ...plainFeed, ...usualPull, config, pullUrl: 'https://readings.example/' };
    const { id } = await db
      .insertInto('feed')
      .values({
        ...created,
        corporation_id: corporationId,
        kind: 'http',
        name: config,
        enabled: false,
        settings: JSON.stringify(settings),
        key: `feed-${config}-${corporationId}`,
        secret_hash: null,
        sealed: null,
        by_name: 'Own',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    feeds.set(config, id);
  }
  const attachment = await db
    .insertInto('attachment')
    .values({
      device_id: device.id,
      kind: 'log',
      name: 'own.log',
      size: 3,
      received: 3,
      started_at: new Date(0),
      touched_at: new Date(0),
      completed_at: new Date(0),
      analysis: JSON.stringify({ content: 'other' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const channel = await db
    .insertInto('channel')
    .values({
      ...created,
      corporation_id: corporationId,
      kind: 'aliyun',
      medium: 'sms',
      name: 'SMS',
      enabled: true,
      settings: JSON.stringify({}),
      sealed: null,
      url_host: null,
      by_name: 'Own',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const report = await db
    .insertInto('report')
    .values({
      ...created,
      project_id: projectId,
      type: 'day',
      first_day: '2026-03-01',
      last_day: '2026-03-01',
      from_at: new Date('2026-03-01'),
      to_at: new Date('2026-03-02'),
      time_zone: 'UTC',
      formats: ['csv'],
      language: 'en',
      fields: 'main',
      status: 'Done',
      by_id: null,
      by_name: 'Own',
      expires_at: new Date('2999-12-31T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    ...(await makeRound(db, projectId)),
    channelId: channel.id,
    reportId: report.id,
    alertRuleId: alertRule.id,
    customChartId: chart.id,
    templateId: template.id,
    attachmentId: attachment.id,
    feedId: getOrThrow(feeds, 'apidata'),
    huasiMeasureSyncFeedId: getOrThrow(feeds, 'huasiMeasureSync'),
    stationFeedId: getOrThrow(feeds, 'station'),
  };
}
