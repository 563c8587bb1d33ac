/** What the worker does for this wing. */
import type { WingWork } from '../../kernel/work.wing.ts';
import { forgetCommands } from './commands/commands.jobs.ts';
import { accelerate, collectOnTime } from './commands/commands.plans.jobs.ts';
import { pullInPlans } from './commands/commands.plans.table.ts';
import { pullInProcessors } from './commands/commands.processors.table.ts';
import { pullInWaitingMessages } from './feed-waiting/feed-waiting.table.ts';
import { notifyUpgrades } from './firmware/firmware.events.ts';
import { watchUpgrades } from './firmware/firmware.jobs.ts';
import { pullInUpgrades } from './firmware/firmware.upgrades.table.ts';
import { dropDeadGateways } from './gateway/gateway.jobs.ts';
import { pullInConnections } from './gateway/gateway.leases.table.ts';
import { watchHealth } from './health/health.jobs.ts';

export default {
  events: [notifyUpgrades, accelerate],
  schedules: [forgetCommands, collectOnTime, dropDeadGateways, watchUpgrades, watchHealth],
  pullIns: [pullInPlans, pullInProcessors, pullInWaitingMessages, pullInConnections, pullInUpgrades],
} satisfies WingWork;
