/** What an edge fetches and reports with its sign of life: of the devices of its project alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edges } from '@plumbline/contract/telemetry/edges';
import { openWorlds } from '../../../../test/worlds.ts';
import type { FeedPlan } from '../feeds/feeds.api.ts';
import { type EdgeParts, EdgePort } from './edges.http.ts';

const [server, north] = await openWorlds(['North']);
const feed = {
  id: 1,
  corporationId: north.corporationId,
  settings: { siteProjectId: north.projectId },
} as unknown as FeedPlan;

const fetched: string[] = [];
const reported: { frames: number[]; lines: number[] } = { frames: [], lines: [] };
const idOf = ({ deviceId }: { readonly deviceId: number }) => deviceId;
const port = new EdgePort({
  db: server.db,
  clock: server.clock,
  devicesOf: async () => [{ id: 7, sncode: 'mine' }],
  take: {
    commands: async (sncode: string) => {
      fetched.push(sncode);
      return [{ commandId: `of ${sncode}` }];
    },
  },
  recorded: () => [],
  online: async () => undefined,
  frames: (frames: readonly { deviceId: number }[]) => void reported.frames.push(...frames.map(idOf)),
  lines: async (lines: readonly { deviceId: number }[]) => void reported.lines.push(...lines.map(idOf)),
} as unknown as EdgeParts);

test('commands are fetched for devices of its plan, and those of other projects stay where they are', async () => {
  const { example } = edges.sign;
  const { commands } = await port.sign(feed, {
    ...edges.sign.input.parse(example),
    listening: ['foreign', 'mine'],
  });
  assert.deepEqual([fetched, commands.map(({ sncode }) => sncode)], [['mine'], ['mine']]);
});

test('frames and lines of devices of other projects are let go', async () => {
  const of = (deviceId: number) => ({ deviceId, at: server.clock.now().toISOString() });
  await port.report(feed, { frames: [of(7), of(8)], lines: [of(8), of(7)] } as never);
  assert.deepEqual(reported, { frames: [7], lines: [7] });
});
