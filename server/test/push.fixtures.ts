/** A project that pushes to receivers of a test: rules and readings as people and devices bring them, sent when a test says so. */
import assert from 'node:assert/strict';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { customPushTypes } from '@plumbline/contract/reports/push-formats';
import { readyFormats } from '@plumbline/contract/reports/push-formats.ready';
import { type PushRule, pushRules } from '@plumbline/contract/reports/push-rules';
import { pushSending } from '@plumbline/contract/reports/push-sending';
import { deliver } from './series.ts';
import { openWorlds } from './worlds.ts';

type RuleInput = Partial<InputOf<typeof pushRules.create.input>> & { readonly name: string; readonly url: string };
export interface Refused {
  readonly error?: string;
  readonly detail?: readonly { readonly path: string; readonly message: string }[] & { readonly fault?: string };
}

export async function openPush(title: string, env: Readonly<Record<string, string>> = {}) {
  const [server, world] = await openWorlds([title], { OUTBOUND_ALLOW: '127.0.0.1,localhost', ...env });
  const { projectId } = world;
  const token = () => server.tokenFor(world.admin.id);
  async function makeFormat(name: string, layout: object = {}): Promise<number> {
    const plain = readyFormats.find(({ code }) => code === 'json')?.format;
    const input = { projectId, name, ...plain, ...layout } as InputOf<typeof customPushTypes.create.input>;
    const { status, body } = await server.call(customPushTypes.create, input, await token());
    assert.equal(status, 200, JSON.stringify(body));
    return body.customPushType.id;
  }
  /** One row for each value of a reading: its time and its value. */
  const formatId = await makeFormat('Lines', {
    layout: 'single',
    rows: 'field',
    metaKeys: [],
    dataKeys: [
      { path: 'at', type: 'number', source: 'time', pattern: 'ms' },
      { path: 'v', type: 'number', source: 'value' },
    ],
  });
  const create = async (input: RuleInput) =>
    (await server.call(pushRules.create, { projectId, formatId, ...input }, await token())).body;
  async function makeRule(input: RuleInput): Promise<PushRule> {
    const body = await create(input);
    assert.ok(body.pushRule, JSON.stringify(body));
    return body.pushRule;
  }
  let nextAt = Date.parse('2026-03-18T05:00:00Z');
  return {
    server,
    world,
    projectId,
    formatId,
    makeFormat,
    makeRule,
    refusalOf: async (input: RuleInput) => (await create(input)) as unknown as Refused,
    ruleOf: async (id: number): Promise<PushRule> => {
      const { body } = await server.call(pushRules.list, { projectId }, await token());
      const rule = body.pushRules.find((each) => each.id === id);
      assert.ok(rule);
      return rule;
    },
    change: async (pushRuleId: number, input: object) =>
      (await server.call(pushRules.update, { projectId, pushRuleId, ...input } as never, await token()))
        .body as unknown as {
        readonly pushRule?: PushRule;
      } & Refused,
    drop: async (pushRuleId: number) => {
      await server.call(pushRules.remove, { projectId, pushRuleId }, await token());
    },
    trial: async (pushRuleId: number) =>
      (await server.call(pushSending.test, { projectId, pushRuleId }, await token())).body,
    logs: async (pushRuleId: number) =>
      (await server.call(pushSending.logs, { projectId, pushRuleId }, await token())).body,
    replay: async (pushRuleId: number) =>
      (await server.call(pushSending.replay, { projectId, pushRuleId }, await token())).body,
    /** Readings of the next minutes, as the device of the world sends them. */
    async measure(...values: number[]): Promise<void> {
      const readings = values.map((temperature, i) => ({ at: nextAt + (i + 1) * 60_000, temperature }));
      nextAt += values.length * 60_000;
      const { stored } = await deliver(server, world, readings);
      assert.equal(stored, values.length);
      await server.work?.settle();
    },
    send: async () => {
      await server.work?.settle();
      await server.tick('send-pushes');
    },
    /** So much later that what failed is tried again. */
    later: () => server.clock.advance(16 * 60_000),
  };
}
